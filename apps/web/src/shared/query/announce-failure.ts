import { ApiError } from '../api/api-error.ts';
import { listsErrors } from '../api/failure-notice.ts';
import { isIdentityUnverified } from '../api/is-identity-unverified.ts';
import { REFUSALS } from '../api/refusals.ts';
import { toast } from '../ui/overlay/toast.ts';

/** Shows a toast with the server's reason, if any. A 401 shows none, because it opens the sign-in page. */
export function announceFailure(title: string, error: unknown): void {
  if (error instanceof ApiError && error.httpStatus === 401) {
    return;
  }
  const reason = refusalReason(error);
  toast.error(title, reason === undefined ? {} : { description: reason });
}

/** Returns the server's reason for rejecting a call, unless a notice has shown it. */
export function refusalReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !explainsRefusal(error) || listsErrors(error)) {
    return undefined;
  }
  if (isIdentityUnverified(error)) {
    return "Your identity wasn't verified.";
  }
  return error.hasServerMessage ? error.message : undefined;
}

/** The notice of a 429 says only to slow down. */
function explainsRefusal({ httpStatus }: ApiError): boolean {
  return REFUSALS.includes(httpStatus) || httpStatus === 429;
}
