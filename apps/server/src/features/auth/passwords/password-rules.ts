import { isCommonPassword } from '@halyard/contract/common-passwords';
import { passwordProblem } from '@halyard/contract/password-strength';
import { Problem } from '../../../infra/problem.ts';

export function requireStrongPassword(password: string, account: { readonly email: string }): void {
  const message = passwordProblem(password, account, isCommonPassword);
  if (message !== undefined) throw weakPassword('weak_password', message);
}

export function weakPassword(code: string, message: string): Problem {
  return new Problem('validation_error', message, {
    errors: [{ field: 'newPassword', code, message }],
  });
}
