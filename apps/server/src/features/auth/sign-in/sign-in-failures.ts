import { createHash } from 'node:crypto';
import { emailKey } from '@halyard/contract/email-key';
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

/** Email, known or not, and the network of the request. */
export interface SignInSource {
  readonly email: string;
  readonly network: string;
  /** Whether the owner signed in from there before. Failures elsewhere do not hold such a network. */
  readonly isKnown: boolean;
}

export interface Admission {
  readonly admitted: boolean;
  /** Whether this attempt started a lock for all networks that are not known. */
  readonly beganLock: boolean;
}

interface CountAt {
  readonly address: string;
  readonly rule: LockoutRule;
  readonly count: FailureCount;
  readonly now: Date;
}

/** Counts the attempt before the password check to limit concurrent ones. Does not admit it during a lock. */
export async function admitSignIn(
  transaction: DatabaseTransaction,
  source: SignInSource,
): Promise<Admission> {
  const places: [string, LockoutRule][] = [
    ...(source.isKnown ? [] : ([[EVERYWHERE, ACCOUNT_RULE]] as [string, LockoutRule][])),
    [source.network, ADDRESS_RULE],
  ];
  const counts: CountAt[] = [];
  for (const [address, rule] of places) {
    counts.push({ address, rule, ...(await lockCount(transaction, source.email, address)) });
  }
  if (counts.some(({ count, now }) => isLocked(count, now))) return { admitted: false, beganLock: false };
  let beganLock = false;
  for (const { address, rule, count, now } of counts) {
    const next = countFailure(count, rule, now);
    if (address === EVERYWHERE) beganLock = isLocked(next, now);
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
  return { admitted: true, beganLock };
}

/** Resets the count of this network and refunds this attempt in the account-wide count. */
export async function forgiveSignIn(transaction: DatabaseTransaction, source: SignInSource): Promise<void> {
  const account = accountHash(source.email);
  if (!source.isKnown) {
    await transaction
      .updateTable('sign_in_failures')
      .set({
        failures: sql`greatest(failures - 1, 0)`,
        locked_until: sql`CASE WHEN failures = 0 THEN NULL ELSE locked_until END`,
      })
      .where('account_hash', '=', account)
      .where('address', '=', EVERYWHERE)
      .execute();
  }
  await transaction
    .deleteFrom('sign_in_failures')
    .where('account_hash', '=', account)
    .where('address', '=', source.network)
    .execute();
}

/** Refunds one attempt only, so that filling the hash queue does not reset other failures. */
export async function withdrawSignIn(transaction: DatabaseTransaction, source: SignInSource): Promise<void> {
  for (const address of source.isKnown ? [source.network] : [EVERYWHERE, source.network]) {
    await transaction
      .updateTable('sign_in_failures')
      .set({ failures: sql`greatest(failures - 1, 0)` })
      .where('account_hash', '=', accountHash(source.email))
      .where('address', '=', address)
      .execute();
  }
}

/** Resets the limits for a new account or password. */
export async function forgetFailuresOf(transaction: DatabaseTransaction, email: string): Promise<void> {
  const account = accountHash(email);
  // Lock this row first, like `admitSignIn`, to avoid deadlocks.
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

function accountHash(email: string): Buffer {
  return createHash('sha256').update(emailKey(email)).digest();
}
