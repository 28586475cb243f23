import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { CODE_RULE, countFailure, type FailureCount, isLocked } from './lockout.ts';

async function readCount(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<{ count: FailureCount | undefined; now: Date }> {
  const { now } = await transaction
    .selectNoFrom(sql<Date>`clock_timestamp()`.as('now'))
    .executeTakeFirstOrThrow();
  const row = await transaction
    .selectFrom('code_failures')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst();
  const count = row && {
    failures: row.failures,
    windowStartedAt: row.window_started_at,
    locks: row.locks,
    lockedUntil: row.locked_until,
  };
  return { count, now };
}

/** Whether codes of this administrator are refused for now, right ones too. The administrator's row must be locked. */
export async function areCodesLocked(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<boolean> {
  const { count, now } = await readCount(transaction, administratorId);
  return isLocked(count, now);
}

/** Counts a wrong code. The administrator's row must be locked; a wait that is under way is not made longer. */
export async function countWrongCode(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<void> {
  const { count, now } = await readCount(transaction, administratorId);
  if (isLocked(count, now)) return;
  const next = countFailure(count, CODE_RULE, now);
  const values = {
    failures: next.failures,
    window_started_at: next.windowStartedAt,
    locks: next.locks,
    locked_until: next.lockedUntil,
  };
  await transaction
    .insertInto('code_failures')
    .values({ administrator_id: administratorId, ...values })
    .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(values))
    .execute();
}
