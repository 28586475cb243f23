import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { type CodePlace, countWrongCode } from './code-failures.ts';
import type { CodeVerdict } from './second-factor.ts';

interface Administrator {
  readonly id: string;
  readonly email: string;
}

/** Returns the step-up attempts left. Mails the owner at the first lock. */
export async function takeWrongCode(
  transaction: DatabaseTransaction,
  { sealedRows, notify }: { readonly sealedRows: SealedRows; readonly notify: NotifyAdministrator },
  administrator: Administrator,
  place: CodePlace,
  origin: RequestOrigin,
): Promise<number> {
  const { attemptsRemaining, beganFirstWait } = await countWrongCode(
    transaction,
    sealedRows,
    administrator.id,
    place,
  );
  if (beganFirstWait) await notify(transaction, administrator, { kind: 'codes_locked' }, origin);
  return attemptsRemaining;
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
