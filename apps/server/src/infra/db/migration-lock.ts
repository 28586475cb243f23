import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';

export const INSUFFICIENT_PRIVILEGE = '42501';

/** Any number that is not used elsewhere; the lock of the data directory is in `data-dir-lock.ts`. */
const LOCK_KEY = 4_857_101;
/** A statement that waits for the lock would keep an index from being built, which waits for all running statements. */
const POLL_MS = 100;

/** Runs `step` in a transaction while no other process migrates. @throws StartupError if the account lacks privileges */
export async function underLock<T>(client: Client, step: () => Promise<T>): Promise<T> {
  await retryUntil(async () => {
    await client.query('BEGIN');
    const isLocked = await tryLock(client, 'pg_try_advisory_xact_lock');
    if (!isLocked) await client.query('ROLLBACK');
    return isLocked;
  });
  try {
    const result = await step();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw explain(error);
  }
}

/** Runs `step` outside of a transaction while no other process migrates. */
export async function underSessionLock<T>(client: Client, step: () => Promise<T>): Promise<T> {
  await retryUntil(async () => await tryLock(client, 'pg_try_advisory_lock'));
  try {
    return await step();
  } catch (error) {
    throw explain(error);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
  }
}

async function retryUntil(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(POLL_MS);
}

async function tryLock(client: Client, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`SELECT ${lock}($1) AS locked`, [LOCK_KEY]);
  return rows[0]?.locked ?? false;
}

function explain(error: unknown): unknown {
  return error instanceof Error && errorCode(error) === INSUFFICIENT_PRIVILEGE
    ? new StartupError(
        `DATABASE_URL: its account cannot set up the database: ${error.message}. Grant it CREATE on the database and on its schema, or set DATABASE_URL_OWNER.`,
        { cause: error },
      )
    : error;
}
