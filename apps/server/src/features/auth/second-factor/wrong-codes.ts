import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import {
  type CodePlace,
  countWrongCode,
  noteOwnerTold,
  PASSWORD_EXPIRES_AT_IN_ROW,
  TOLD_AT_IN_ROW,
} from './code-failures.ts';
import type { CodeVerdict } from './second-factor.ts';

interface Administrator {
  readonly id: string;
  readonly email: string;
}

/** Returns the step-up attempts left. Mails the owner at the first lock, and at 20 and 100 wrong codes in a row. */
export async function takeWrongCode(
  transaction: DatabaseTransaction,
  { sealedRows, notify }: { readonly sealedRows: SealedRows; readonly notify: NotifyAdministrator },
  administrator: Administrator,
  place: CodePlace,
  origin: RequestOrigin,
): Promise<number> {
  const { attemptsRemaining, beganFirstWait, inRow } = await countWrongCode(
    transaction,
    sealedRows,
    administrator.id,
    place,
  );
  if (beganFirstWait) await notify(transaction, administrator, { kind: 'codes_locked' }, origin);
  if (inRow === TOLD_AT_IN_ROW) await notify(transaction, administrator, { kind: 'wrong_codes' }, origin);
  if (inRow === PASSWORD_EXPIRES_AT_IN_ROW) {
    await notify(transaction, administrator, { kind: 'password_expired' }, origin);
  }
  return attemptsRemaining;
}

/** Mails the owner about the first sign-in since the last good code that ended on wrong codes. */
export async function tellOfAbandonedSignIn(
  transaction: DatabaseTransaction,
  { sealedRows, notify }: { readonly sealedRows: SealedRows; readonly notify: NotifyAdministrator },
  administrator: Administrator,
  origin: RequestOrigin,
): Promise<void> {
  if (await noteOwnerTold(transaction, sealedRows, administrator.id)) {
    await notify(transaction, administrator, { kind: 'wrong_codes' }, origin);
  }
}

const INVALID = 'Invalid verification code';
const MESSAGES: Readonly<Record<string, string>> = {
  replayed: 'This code was used before. Wait for the next code.',
  mistimed: `${INVALID}. Check that your phone's clock is right, or wait for the next code.`,
};

/** Gives codes that were right at another time a message of their own, which says what to do. */
export function invalidCode(
  reason: Exclude<CodeVerdict, 'accepted'> | 'locked',
  details: { readonly attemptsRemaining: number; readonly httpCode?: number },
): Problem {
  return new Problem('invalid_code', MESSAGES[reason] ?? INVALID, details);
}
