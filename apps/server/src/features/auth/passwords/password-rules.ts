import { isCommonPassword } from '@halyard/contract/common-passwords';
import { passwordProblem } from '@halyard/contract/password-strength';
import { Problem } from '../../../infra/problem.ts';

export function requireStrongPassword(password: string, account: { readonly email: string }): void {
  const message = passwordProblem(password, account, isCommonPassword);
  if (message !== undefined) throw refusedPassword('weak_password', message);
}

export function unchangedPassword(): Problem {
  return refusedPassword('unchanged', 'New password must be different from current password');
}

function refusedPassword(code: string, message: string): Problem {
  return new Problem('validation_error', message, {
    errors: [{ field: 'newPassword', code, message }],
  });
}
