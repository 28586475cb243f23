import { ApiError } from '../../shared/api/api-error.ts';
import { refusalReason } from '../../shared/query/announce-failure.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

export interface InviteProblem {
  readonly field?: 'email';
  readonly message: string;
  readonly reason?: string | undefined;
}

/** Messages of the email field by response status. */
export const CONFLICTS: Readonly<Record<string, string>> = {
  user_exists: 'User already exists with this email',
  invitation_exists: 'Pending invitation already exists for this email',
};

const FAILED = 'Failed to send invitation';

/** Returns the message of a failure (specification, section 8, "Invitations"). Email errors also show a toast. */
export function inviteProblem(error: unknown): InviteProblem {
  const { status = '', errors = [] } = error instanceof ApiError ? error : {};
  const conflict = CONFLICTS[status];
  if (conflict !== undefined) {
    return { field: 'email', message: conflict };
  }
  const fieldError = errors.find(({ field }) => field === 'email')?.message;
  if (fieldError !== undefined) {
    toast.error(FAILED);
    return { field: 'email', message: fieldError };
  }
  return { message: FAILED, reason: refusalReason(error) };
}
