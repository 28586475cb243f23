import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { type CodePlace, countWrongCode } from './code-failures.ts';

interface Administrator {
  readonly id: string;
  readonly email: string;
}

/** Returns the step-up attempts left. Mails the owner at the first lock. The administrator's row must be locked. */
export async function takeWrongCode(
  transaction: DatabaseTransaction,
  notify: NotifyAdministrator,
  administrator: Administrator,
  place: CodePlace,
  origin: RequestOrigin,
): Promise<number> {
  const { attemptsRemaining, beganFirstWait } = await countWrongCode(transaction, administrator.id, place);
  if (beganFirstWait) await notify(transaction, administrator, { kind: 'codes_locked' }, origin);
  return attemptsRemaining;
}

/** Gives a replayed code its own message: the user only has to wait. */
export function invalidCode(
  replayed: boolean,
  details: { readonly attemptsRemaining: number; readonly httpCode?: number },
): Problem {
  const message = replayed
    ? 'This code was used before. Wait for the next code.'
    : 'Invalid verification code';
  return new Problem('invalid_code', message, details);
}
