import { ApiError } from '../../shared/api/api-error.ts';
import { toast } from '../../shared/ui/toast.ts';

/** Says why a password was not reset: in the server's words where it gave any. */
export function announceResetFailure(error: unknown): void {
  const saysWhy = error instanceof ApiError && error.hasServerMessage;
  toast.error(saysWhy ? error.message : 'Failed to reset password');
}
