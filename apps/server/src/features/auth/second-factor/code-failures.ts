import { STEP_UP_ATTEMPTS } from '@halyard/contract/constants';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { type Administrator, lockAdministrator } from '../administrators/administrator-store.ts';
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
  /** Wrong codes since the last good one, however long ago. */
  readonly inRow: number;
}

/** The owner gets a mail at this many wrong codes in a row. */
export const TOLD_AT_IN_ROW = 20;
/** NIST SP 800-63B-4, section 3.2.2: at most 100 consecutive failures. */
export const PASSWORD_EXPIRES_AT_IN_ROW = 100;

function countOf({
  code_failures: failures,
  code_window_started_at: windowStartedAt,
  code_locks: locks,
  codes_locked_until: lockedUntil,
}: Administrator): FailureCount | undefined {
  return windowStartedAt === null ? undefined : { failures, windowStartedAt, locks, lockedUntil };
}

/** Returns the seconds until codes are unlocked; 0 if they are not locked. */
export async function codeWaitSeconds(reader: DatabaseReader, administrator: Administrator): Promise<number> {
  const now = new Date(await databaseNow(reader));
  const count = countOf(administrator);
  if (!isLocked(count, now) || count?.lockedUntil == null) return 0;
  return Math.ceil((count.lockedUntil.getTime() - now.getTime()) / 1_000);
}

/** Counts a wrong code without extending a current lock. */
export async function countWrongCode(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
  place: CodePlace,
): Promise<CountedCode> {
  const administrator = await lockAdministrator(transaction, sealedRows, administratorId);
  const now = new Date(await databaseNow(transaction));
  const count = countOf(administrator);
  const inRow = administrator.wrong_codes_in_row + 1;
  if (isLocked(count, now)) return { attemptsRemaining: 0, beganFirstWait: false, inRow: inRow - 1 };
  const next = countFailure(count, CODE_RULE, now);
  const stepUpFailures = administrator.step_up_failures + (place === 'step_up' ? 1 : 0);
  const exhausted = stepUpFailures >= STEP_UP_ATTEMPTS;
  const lockedUntil =
    exhausted && !isLocked(next, now)
      ? new Date(now.getTime() + STEP_UP_WAIT_SECONDS * 1_000)
      : next.lockedUntil;
  await sealedRows.change(transaction, 'administrators', administrator, {
    code_failures: next.failures,
    code_window_started_at: next.windowStartedAt,
    code_locks: next.locks,
    codes_locked_until: lockedUntil,
    step_up_failures: exhausted ? 0 : stepUpFailures,
    wrong_codes_in_row: inRow,
    ...(inRow >= PASSWORD_EXPIRES_AT_IN_ROW && { password_expired_at: now }),
  });
  const waits = lockedUntil !== null && lockedUntil > now;
  return {
    attemptsRemaining: waits ? 0 : STEP_UP_ATTEMPTS - stepUpFailures,
    beganFirstWait: waits && !waitedWithinADay(count, now),
    inRow,
  };
}

/** After a good code, resets the step-up attempts, the codes in a row and the note of a mail about them. The hourly count stays. */
export async function forgiveWrongCodes(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<void> {
  const administrator = await lockAdministrator(transaction, sealedRows, administratorId);
  const { step_up_failures, wrong_codes_in_row, wrong_codes_mailed_at } = administrator;
  if (step_up_failures === 0 && wrong_codes_in_row === 0 && wrong_codes_mailed_at === null) return;
  await sealedRows.change(transaction, 'administrators', administrator, {
    step_up_failures: 0,
    wrong_codes_in_row: 0,
    wrong_codes_mailed_at: null,
  });
}

/** Returns whether the owner was not told yet since the last good code, and notes that they are now. */
export async function noteOwnerTold(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<boolean> {
  const administrator = await lockAdministrator(transaction, sealedRows, administratorId);
  if (administrator.wrong_codes_mailed_at !== null) return false;
  const now = new Date(await databaseNow(transaction));
  await sealedRows.change(transaction, 'administrators', administrator, { wrong_codes_mailed_at: now });
  return true;
}

function waitedWithinADay(count: FailureCount | undefined, now: Date): boolean {
  const waitEnded = count?.lockedUntil?.getTime();
  return waitEnded !== undefined && waitEnded > now.getTime() - CODE_RULE.remembersSeconds * 1_000;
}
