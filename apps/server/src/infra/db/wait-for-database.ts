import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { DatabaseLog } from './database-log.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const OLDEST_VERSION = 150_000;

const ENCODING = 'UTF8';

/** The extension behind the search indexes. A migration creates it. */
const EXTENSION = 'pg_trgm';

/** Settings that keep committed transactions if the machine crashes. */
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * Waits until the database accepts connections. Warns if its settings can lose commits.
 * @throws StartupError if it rejects us, is older than PostgreSQL 15, lacks pg_trgm or is not in UTF-8
 */
export async function waitForDatabase(options: {
  readonly connection: DatabaseConnection;
  readonly log: DatabaseLog;
  readonly signal?: AbortSignal;
}): Promise<void> {
  const { connection, log, signal } = options;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await inspectServer(connection, log);
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw refusal(error);
      log.warn({ reason: error.message || errorCode(error), nextTryInMs: pause }, 'waiting for the database');
    }
    await sleep(pause, undefined, { ...(signal && { signal }) });
  }
}

async function inspectServer(connection: DatabaseConnection, log: DatabaseLog): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: 'halyard start',
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
      [[...DURABILITY_SETTINGS, 'server_encoding', 'server_version_num']],
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    const version = Number(settings.get('server_version_num'));
    if (version < OLDEST_VERSION) {
      throw new StartupError(
        `The database is PostgreSQL ${Math.floor(version / 10_000)}; Halyard needs 15 or newer: point DATABASE_URL at one.`,
      );
    }
    const encoding = settings.get('server_encoding');
    if (encoding !== ENCODING) {
      throw new StartupError(
        `DATABASE_URL: the database is encoded as ${encoding}; expected one that was created with ENCODING '${ENCODING}'.`,
      );
    }
    await requireExtension(client);
    for (const name of DURABILITY_SETTINGS) {
      if (settings.get(name) === 'off') {
        log.warn({ setting: name }, `the database has ${name} off: a crash can lose committed data`);
      }
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireExtension(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_available_extensions WHERE name = $1 UNION ALL SELECT FROM pg_extension WHERE extname = $1',
    [EXTENSION],
  );
  if (rowCount !== 0) return;
  throw new StartupError(
    `DATABASE_URL: the server lacks the extension ${EXTENSION}; install PostgreSQL's contrib modules there.`,
  );
}

function refusal(error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  const code = errorCode(error) ?? '';
  // Class 28 is invalid authorization, 3D000 an unknown database.
  const what = code.startsWith('28') || code === '3D000' ? 'rejected the connection' : 'cannot be used';
  return new StartupError(`DATABASE_URL: the server ${what}: ${reason}.`, { cause: error });
}
