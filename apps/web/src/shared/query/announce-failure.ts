import { ApiError } from '../api/api-error.ts';
import { listsErrors } from '../api/failure-notice.ts';
import { isIdentityUnverified } from '../api/is-identity-unverified.ts';
import { REFUSALS } from '../api/refusals.ts';
import { toast } from '../ui/overlay/toast.ts';

/**
 * Says in a toast that an act has failed, with the reason where the server refused it. A 401 stays silent,
 * because it leads to the sign-in.
 */
export function announceFailure(title: string, error: unknown): void {
  if (error instanceof ApiError && error.httpStatus === 401) {
    return;
  }
  const reason = refusalReason(error);
  toast.error(title, reason === undefined ? {} : { description: reason });
}

/** Why the server refused a call, in a sentence; undefined where it did not, gave no reason, or it has been said. */
export function refusalReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !REFUSALS.includes(error.httpStatus) || listsErrors(error)) {
    return undefined;
  }
  if (isIdentityUnverified(error)) {
    return 'Your identity was not verified.';
  }
  return error.hasServerMessage ? error.message : undefined;
}
