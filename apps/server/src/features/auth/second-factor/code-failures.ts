import { STEP_UP_ATTEMPTS } from '@halyard/contract/constants';
import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import {
  CODE_RULE,
  countFailure,
  type FailureCount,
  isLocked,
  STEP_UP_WAIT_SECONDS,
} from '../sign-in/lockout.ts';

/** Purpose of a code; `sign_in` includes enrolment. */
export type CodePlace = 'sign_in' | 'step_up';

export interface CountedCode {
  readonly attemptsRemaining: number;
  /** Whether this failure started the first lock within a day. */
  readonly beganFirstWait: boolean;
}

interface CodeCount extends FailureCount {
  readonly stepUpFailures: number;
}

async function readCount(
  reader: DatabaseReader,
  administratorId: string,
): Promise<{ count: CodeCount | undefined; now: Date }> {
  const { now } = await reader.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
  const row = await reader
    .selectFrom('code_failures')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst();
  const count = row && {
    failures: row.failures,
    windowStartedAt: row.window_started_at,
    locks: row.locks,
    lockedUntil: row.locked_until,
    stepUpFailures: row.step_up_failures,
  };
  return { count, now };
}

/** Returns the seconds until codes are unlocked; 0 if they are not locked. */
export async function codeWaitSeconds(reader: DatabaseReader, administratorId: string): Promise<number> {
  const { count, now } = await readCount(reader, administratorId);
  if (!isLocked(count, now) || count?.lockedUntil == null) return 0;
  return Math.ceil((count.lockedUntil.getTime() - now.getTime()) / 1_000);
}

/** Counts a wrong code without extending a current lock. The administrator's row must be locked. */
export async function countWrongCode(
  transaction: DatabaseTransaction,
  administratorId: string,
  place: CodePlace,
): Promise<CountedCode> {
  const { count, now } = await readCount(transaction, administratorId);
  if (isLocked(count, now)) return { attemptsRemaining: 0, beganFirstWait: false };
  const next = countFailure(count, CODE_RULE, now);
  const stepUpFailures = (count?.stepUpFailures ?? 0) + (place === 'step_up' ? 1 : 0);
  const exhausted = stepUpFailures >= STEP_UP_ATTEMPTS;
  const lockedUntil =
    exhausted && !isLocked(next, now)
      ? new Date(now.getTime() + STEP_UP_WAIT_SECONDS * 1_000)
      : next.lockedUntil;
  const values = {
    failures: next.failures,
    window_started_at: next.windowStartedAt,
    locks: next.locks,
    locked_until: lockedUntil,
    step_up_failures: exhausted ? 0 : stepUpFailures,
  };
  await transaction
    .insertInto('code_failures')
    .values({ administrator_id: administratorId, ...values })
    .onConflict((conflict) => conflict.column('administrator_id').doUpdateSet(values))
    .execute();
  const waits = lockedUntil !== null && lockedUntil > now;
  return {
    attemptsRemaining: waits ? 0 : STEP_UP_ATTEMPTS - stepUpFailures,
    beganFirstWait: waits && !waitedWithinADay(count, now),
  };
}

/** Resets only the step-up attempts. The hourly count stays. */
export async function forgiveStepUp(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<void> {
  await transaction
    .updateTable('code_failures')
    .set({ step_up_failures: 0 })
    .where('administrator_id', '=', administratorId)
    .where('step_up_failures', '>', 0)
    .execute();
}

function waitedWithinADay(count: FailureCount | undefined, now: Date): boolean {
  const waitEnded = count?.lockedUntil?.getTime();
  return waitEnded !== undefined && waitEnded > now.getTime() - CODE_RULE.remembersSeconds * 1_000;
}
