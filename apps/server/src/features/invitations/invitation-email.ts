import { isEmailAddress } from '@halyard/contract/email-address';
import { Problem } from '../../infra/problem.ts';

/** Normalizes full-width letters and ligatures. @throws Problem `validation_error` for an invalid address */
export function toInvitedEmail(typed: string): string {
  const email = typed.normalize('NFKC');
  if (isEmailAddress(email)) return email;
  const error = { field: 'email', code: 'custom', message: 'Please enter a valid email address' };
  throw new Problem('validation_error', 'Some fields are not valid', { errors: [error] });
}
