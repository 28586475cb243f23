import { ApiError } from '../../shared/api/api-error.ts';
import { listsErrors } from '../../shared/api/failure-notice.ts';
import { isIdentityUnverified } from '../../shared/api/is-identity-unverified.ts';

interface ChangePasswordProblem {
  readonly field?: 'currentPassword';
  readonly message: string;
}

/** Returns the message of a failed password change (specification, section 8, "Change password"). */
export function changePasswordProblem(error: unknown): ChangePasswordProblem {
  if (!(error instanceof ApiError)) {
    return { message: 'Failed to change password' };
  }
  const { status, httpStatus, hasServerMessage, message, errors } = error;
  // Check this first: here, "invalid" refers to the code, not the password.
  if (isIdentityUnverified(error)) {
    return { message: "Your password wasn't changed because your identity wasn't verified." };
  }
  const fieldError = errors.find(({ field }) => field === 'currentPassword');
  if (fieldError) {
    return { field: 'currentPassword', message: fieldError.message };
  }
  if (!hasServerMessage) {
    return { message: 'Failed to change password' };
  }
  const isGeneral = httpStatus >= 500 || status === 'invalid_csrf_token';
  return !isGeneral && /current password|invalid/i.test(message)
    ? { field: 'currentPassword', message: 'Current password is incorrect' }
    : { message: listsErrors(error) ? "Your password wasn't changed. Please try again." : message };
}
