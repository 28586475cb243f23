import { ApiError } from '../../shared/api/api-error.ts';
import { listsErrors } from '../../shared/api/failure-notice.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

/** Shows a reset error unless the API client has shown it. Prefers the server's message. */
export function announceResetFailure(error: unknown): void {
  const hasReason = error instanceof ApiError && error.hasServerMessage;
  if (hasReason && listsErrors(error)) {
    return;
  }
  toast.error(hasReason ? error.message : 'Failed to reset password');
}
