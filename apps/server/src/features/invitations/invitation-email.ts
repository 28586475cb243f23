import { isEmailAddress } from '@halyard/contract/email-address';
import { Problem } from '../../infra/problem.ts';

const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Normalizes the address of an invitation: full-width letters and ligatures become plain characters, as mail servers
 * expect them.
 * @throws Problem `validation_error` if the result is not an email address or has invisible characters
 */
export function toInvitedEmail(typed: string): string {
  const email = typed.normalize('NFKC');
  if (isEmailAddress(email) && !UNREADABLE.test(email)) return email;
  const error = { field: 'email', code: 'custom', message: 'The input is not valid email' };
  throw new Problem('validation_error', 'Some fields are not valid', { errors: [error] });
}
