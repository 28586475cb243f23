import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { type DatabaseConnection, sharesSessions } from './database-connection.ts';
import type { DatabaseLog } from './database-log.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { describeServer } from './describe-database.ts';
import { isPoolerRefusal, POOLER_ADVICE, requireOwnSession, requireRoleSettings } from './pooler.ts';
import { applySessionSettings, NO_TIMEOUTS } from './session-settings.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Longer than a restart of the server takes. Documented in docs/operating/health.md. */
const PATIENCE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;
const OLDEST_VERSION = 150_000;

const ENCODING = 'UTF8';

/** The extension behind the search indexes. A migration creates it. */
const EXTENSION = 'pg_trgm';

/** As a write there would be refused with. */
const READ_ONLY = '25006';

/** Settings that keep committed transactions if the machine crashes. */
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * Waits until the database accepts connections and is no standby, as during a fail-over. Warns if its settings can lose commits.
 * @throws StartupError if it rejects us, is older than PostgreSQL 15, lacks pg_trgm or is not in UTF-8, or if it is
 *   still unreachable after `patienceMs`
 */
export async function waitForDatabase(options: {
  readonly connection: DatabaseConnection;
  readonly log: DatabaseLog;
  readonly patienceMs?: number;
  /** Called once, if the first attempt fails, with a line for the operator. */
  readonly announce?: (line: string) => void;
  readonly signal?: AbortSignal;
}): Promise<void> {
  const { connection, log, patienceMs = PATIENCE_MS, announce, signal } = options;
  const deadline = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await inspectServer(connection, log);
    } catch (error) {
      if (!(error instanceof Error) || !isUnreachable(error)) throw refusal(error);
      const problem = `DATABASE_URL: ${whyUnreachable(error, describeServer(connection))}`;
      if (performance.now() + pause > deadline) {
        throw new StartupError(`${problem}. Correct the URL or start the server.`, { cause: error });
      }
      if (pause === FIRST_PAUSE_MS) announce?.(`${problem}. Trying again for ${patienceMs / 1_000} s.`);
      log.warn({ reason: error.message || errorCode(error), nextTryInMs: pause }, 'waiting for the database');
    }
    await sleep(pause, undefined, { ...(signal && { signal }) });
  }
}

async function inspectServer(connection: DatabaseConnection, log: DatabaseLog): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: 'halyard start',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requirePrimary(client);
    if (sharesSessions(connection)) await requireRoleSettings(client);
    else await applyOwnSettings(client, connection);
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

async function applyOwnSettings(client: Client, connection: DatabaseConnection): Promise<void> {
  await requireOwnSession(client, connection);
  await applySessionSettings(client, NO_TIMEOUTS);
}

async function requirePrimary(client: Client): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    'SELECT pg_catalog.pg_is_in_recovery() AS "isStandby"',
  );
  if (rows[0]?.isStandby) throw Object.assign(new Error('it is a standby'), { code: READ_ONLY });
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

/** Excludes refusals by a pooler, and certificate files of the URL that cannot be read. */
function isUnreachable(error: Error): boolean {
  const isUnreadableFile = 'syscall' in error && error.syscall === 'open';
  return isDatabaseUnavailable(error) && !isPoolerRefusal(error) && !isUnreadableFile;
}

function whyUnreachable(error: Error, server: string): string {
  const reasons: Record<string, string> = {
    ENOTFOUND: `the host name in ${server} is unknown`,
    EAI_AGAIN: `the DNS lookup of ${server} failed`,
    ECONNREFUSED: `nothing is listening on ${server}`,
    ENOENT: `there is no server at ${server}`,
  };
  const code = errorCode(error);
  if (code === undefined) return `${server} does not respond`;
  return reasons[code] ?? `${server} cannot be used now: ${error.message || code}`;
}

function refusal(error: unknown): unknown {
  if (error instanceof StartupError) return error;
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (isPoolerRefusal(error)) {
    return new StartupError(`DATABASE_URL: the pooler refused the connection (${reason}). ${POOLER_ADVICE}`, {
      cause: error,
    });
  }
  const code = errorCode(error) ?? '';
  // Class 28 is invalid authorization, 3D000 an unknown database.
  const what = code.startsWith('28') || code === '3D000' ? 'rejected the connection' : 'cannot be used';
  return new StartupError(`DATABASE_URL: the server ${what}: ${reason}. ${remedy(code, reason)}`, {
    cause: error,
  });
}

function remedy(code: string, reason: string): string {
  if (/client password must be/.test(reason)) {
    return 'It asks for a password: write the URL as postgres://user:password@host:5432/database.';
  }
  if (code.startsWith('28'))
    return 'Correct user and password in the URL, or the access rules of the server.';
  if (code === '3D000') return 'Create the database, or correct its name in the URL.';
  if (/does not support SSL/.test(reason)) return 'Turn on TLS there, or remove sslmode from the URL.';
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) {
    return 'Add sslrootcert=<file of its certificate authority> to the URL, and use the host name in the certificate.';
  }
  return 'Correct the URL.';
}
