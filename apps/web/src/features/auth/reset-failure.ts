import { ApiError } from '../../shared/api/api-error.ts';
import { listsErrors } from '../../shared/api/failure-notice.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

/** Says why a password was not reset: in the server's words where it gave any, unless these have been said. */
export function announceResetFailure(error: unknown): void {
  const saysWhy = error instanceof ApiError && error.hasServerMessage;
  if (saysWhy && listsErrors(error)) {
    return;
  }
  toast.error(saysWhy ? error.message : 'Failed to reset password');
}
