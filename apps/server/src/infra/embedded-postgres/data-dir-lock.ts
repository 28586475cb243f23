import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { SocketConnection } from '../db/database-connection.ts';

/** Any number that is not used elsewhere; the lock of the migrations is in `migrate.ts`. */
const LOCK_KEY = 4_857_100;

/** A killed holder's session ends within milliseconds; a holder that is stopping needs longer. */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_MS = 50;

/** An advisory lock that marks the owner of a data directory. The server releases it when the session ends. */
export interface DataDirLock {
  readonly client: Client;
  /** Resolves when the session ends. */
  readonly lost: Promise<void>;
  readonly release: () => Promise<void>;
}

/** Takes the lock `delayMs` after connecting. Undefined if another process holds it. @throws the driver's errors */
export async function takeDataDirLock(
  server: Omit<SocketConnection, 'database'>,
  delayMs = 0,
): Promise<DataDirLock | undefined> {
  const client = new Client({
    ...server,
    database: 'postgres',
    application_name: 'halyard lock',
    connectionTimeoutMillis: LOCK_TIMEOUT_MS,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  client.on('error', () => undefined);
  const release = async () => await client.end().catch(() => undefined);
  try {
    await client.connect();
    await sleep(delayMs);
    if (await tryLock(client)) return { client, lost, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}

async function tryLock(client: Client): Promise<boolean> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  do {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      LOCK_KEY,
    ]);
    if (rows[0]?.taken) return true;
    await sleep(RETRY_MS);
  } while (performance.now() < deadline);
  return false;
}
