import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { SocketConnection } from '../db/database-connection.ts';
import { isProcessAlive, processIdentity } from './process-table.ts';

/** Any number that nothing else here uses; the migrations' lock is in `migrate.ts`. */
const LOCK_KEY = 4_857_100;

/** The killed holder's session ends within milliseconds of its socket; a paused machine may take longer. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 50;

/** The name of the setting that tells a server's clients which product process started it. */
export const OWNER_SETTING = 'halyard.owner';

/** The lock that says which product process a data directory belongs to; the server frees it with the session. */
export interface DataDirLock {
  readonly client: Client;
  /** Resolves when the session is gone and the lock with it. */
  readonly lost: Promise<void>;
  readonly release: () => Promise<void>;
}

/**
 * Takes the lock over a connection of its own, in the maintenance database.
 * @returns undefined when another living process holds it, or started the server and is about to take it.
 * @throws the driver's error when the server does not answer.
 */
export async function takeDataDirLock(
  server: Omit<SocketConnection, 'database'>,
): Promise<DataDirLock | undefined> {
  const client = new Client({
    ...server,
    database: 'postgres',
    application_name: 'halyard lock',
    connectionTimeoutMillis: 3_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  client.on('error', () => undefined);
  await client.connect();

  const release = async () => await client.end().catch(() => undefined);
  if ((await isOwnedByAnother(client)) || !(await tryLock(client))) {
    await release();
    return undefined;
  }
  return { client, lost, release };
}

async function isOwnedByAnother(client: Client): Promise<boolean> {
  const answer = await client.query<{ owner: string | null }>('SELECT current_setting($1, true) AS owner', [
    OWNER_SETTING,
  ]);
  const owner = answer.rows[0]?.owner;
  return !!owner && owner !== processIdentity(process.pid) && isProcessAlive(owner);
}

async function tryLock(client: Client): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  do {
    const answer = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      LOCK_KEY,
    ]);
    if (answer.rows[0]?.taken) return true;
    await sleep(RETRY_MS);
  } while (performance.now() < deadline);
  return false;
}
