import { isEmailAddress } from '@halyard/contract/email-address';
import { invalidField } from '../../infra/problem.ts';

/** Normalizes full-width letters and ligatures. @throws Problem `validation_error` for an invalid address */
export function toInvitedEmail(typed: string): string {
  const email = typed.normalize('NFKC');
  if (!isEmailAddress(email)) throw invalidField('email', 'custom', 'Please enter a valid email address');
  return email;
}
