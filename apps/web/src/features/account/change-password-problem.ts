import { ApiError } from '../../shared/api/api-error.ts';
import { listsErrors } from '../../shared/api/failure-notice.ts';
import { isIdentityUnverified } from '../../shared/api/is-identity-unverified.ts';

interface ChangePasswordProblem {
  /** The field that it is about, where it is about one. */
  readonly field?: 'currentPassword';
  readonly message: string;
}

/** What a failed change of the password means, by the specification's section 8, "Change password". */
export function changePasswordProblem(error: unknown): ChangePasswordProblem {
  if (!(error instanceof ApiError)) {
    return { message: 'Failed to change password' };
  }
  const { status, httpStatus, hasServerMessage, message, errors } = error;
  // The question for a code has said all about it; its "invalid" is not the password.
  if (isIdentityUnverified(error)) {
    return { message: "Your password wasn't changed because your identity wasn't verified." };
  }
  const ofCurrent = errors.find(({ field }) => field === 'currentPassword');
  if (ofCurrent) {
    return { field: 'currentPassword', message: ofCurrent.message };
  }
  if (!hasServerMessage) {
    return { message: 'Failed to change password' };
  }
  const aboutRequest = httpStatus >= 500 || status === 'invalid_csrf_token';
  return !aboutRequest && /current password|invalid/i.test(message)
    ? { field: 'currentPassword', message: 'Current password is incorrect' }
    : { message: listsErrors(error) ? 'Your password was not changed. Please try again.' : message };
}
