import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import {
  ACCOUNT_RULE,
  ADDRESS_RULE,
  countFailure,
  type FailureCount,
  isLocked,
  type LockoutRule,
} from './lockout.ts';

const EVERYWHERE = '';

/** What failures are counted for: an e-mail as it was typed, known or not, and the network it came from. */
export interface SignInSource {
  readonly email: string;
  readonly network: string;
}

interface CountAt {
  readonly address: string;
  readonly rule: LockoutRule;
  readonly count: FailureCount;
  readonly now: Date;
}

/**
 * Counts a sign-in as failed before its password is looked at, so that no number of simultaneous tries
 * gets more looks than the limit. Returns false, and counts nothing, during a wait.
 */
export async function admitSignIn(transaction: DatabaseTransaction, source: SignInSource): Promise<boolean> {
  const places: [string, LockoutRule][] = [
    [EVERYWHERE, ACCOUNT_RULE],
    [source.network, ADDRESS_RULE],
  ];
  const counts: CountAt[] = [];
  for (const [address, rule] of places) {
    counts.push({ address, rule, ...(await lockCount(transaction, source.email, address)) });
  }
  if (counts.some(({ count, now }) => isLocked(count, now))) return false;
  for (const { address, rule, count, now } of counts) {
    const next = countFailure(count, rule, now);
    await transaction
      .updateTable('sign_in_failures')
      .set({
        failures: next.failures,
        window_started_at: next.windowStartedAt,
        locks: next.locks,
        locked_until: next.lockedUntil,
      })
      .where('account_hash', '=', accountHash(source.email))
      .where('address', '=', address)
      .execute();
  }
  return true;
}

/** After the right password: forgets all failures from this network, and this one try from everywhere. */
export async function forgiveSignIn(transaction: DatabaseTransaction, source: SignInSource): Promise<void> {
  const account = accountHash(source.email);
  await transaction
    .updateTable('sign_in_failures')
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      locked_until: sql`CASE WHEN failures = 0 THEN NULL ELSE locked_until END`,
    })
    .where('account_hash', '=', account)
    .where('address', '=', EVERYWHERE)
    .execute();
  await transaction
    .deleteFrom('sign_in_failures')
    .where('account_hash', '=', account)
    .where('address', '=', source.network)
    .execute();
}

/**
 * Takes back the one try that `admitSignIn` counted, its password not having been looked at. What others counted
 * stays, and so does a wait: else a full queue of hashes would wipe out the failures before it.
 */
export async function withdrawSignIn(transaction: DatabaseTransaction, source: SignInSource): Promise<void> {
  for (const address of [EVERYWHERE, source.network]) {
    await transaction
      .updateTable('sign_in_failures')
      .set({ failures: sql`greatest(failures - 1, 0)` })
      .where('account_hash', '=', accountHash(source.email))
      .where('address', '=', address)
      .execute();
  }
}

/** Forgets every failure counted for an e-mail: they were at another's account, or at another password. */
export async function forgetFailuresOf(transaction: DatabaseTransaction, email: string): Promise<void> {
  const account = accountHash(email);
  // The row that whoever counts locks first, too.
  await transaction
    .selectFrom('sign_in_failures')
    .select('address')
    .where('account_hash', '=', account)
    .where('address', '=', EVERYWHERE)
    .forUpdate()
    .execute();
  await transaction.deleteFrom('sign_in_failures').where('account_hash', '=', account).execute();
}

async function lockCount(
  transaction: DatabaseTransaction,
  email: string,
  address: string,
): Promise<{ count: FailureCount; now: Date }> {
  const account_hash = accountHash(email);
  const row = await transaction
    .insertInto('sign_in_failures')
    .values({ account_hash, address, failures: 0, window_started_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.columns(['account_hash', 'address']).doUpdateSet({ account_hash: sql`excluded.account_hash` }),
    )
    .returning([
      'failures',
      'window_started_at',
      'locks',
      'locked_until',
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .executeTakeFirstOrThrow();
  const count = {
    failures: row.failures,
    windowStartedAt: row.window_started_at,
    locks: row.locks,
    lockedUntil: row.locked_until,
  };
  return { count, now: row.now };
}

/** In the lower case that accounts are found by: PostgreSQL's makes an i of İ (U+0130), JavaScript's does not. */
function accountHash(email: string) {
  return sql<Buffer>`sha256(convert_to(lower(${email.trim()}), 'UTF8'))`;
}
