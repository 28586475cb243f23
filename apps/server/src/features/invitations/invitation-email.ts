import { isEmailAddress } from '@halyard/contract/email-address';
import { Problem } from '../../infra/problem.ts';

const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * The address that an invitation is mailed to: characters that only look different (full-width letters,
 * ligatures) in their plain form, so that nobody is invited twice by spelling.
 * @throws Problem `validation_error` where that is no address, or it holds what nobody can see.
 */
export function toInvitedEmail(typed: string): string {
  const email = typed.normalize('NFKC');
  if (isEmailAddress(email) && !UNREADABLE.test(email)) return email;
  const error = { field: 'email', code: 'custom', message: 'The input is not valid email' };
  throw new Problem('validation_error', 'Some of the input is not valid', { errors: [error] });
}
