import { ApiError } from '../api/api-error.ts';
import { listsErrors } from '../api/failure-notice.ts';
import { REFUSALS } from '../api/refusals.ts';
import { toast } from '../ui/toast.ts';

/** The words of a refused or an abandoned question for a second factor. */
const IDENTITY_NOT_VERIFIED = ['2fa_verification_required', 'invalid_code'];

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
  if (error.status !== undefined && IDENTITY_NOT_VERIFIED.includes(error.status)) {
    return 'Your identity was not verified.';
  }
  return error.hasServerMessage ? error.message : undefined;
}
