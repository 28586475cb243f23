import { ApiError } from '../../shared/api/api-error.ts';
import { refusalReason } from '../../shared/query/announce-failure.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

/** Why an invitation failed: an error of the email field, or of the request. */
export interface InviteProblem {
  readonly about: 'email' | 'call';
  readonly message: string;
  /** The server's explanation, if any. */
  readonly reason?: string | undefined;
}

/** Messages for the email field by the response's status. */
export const CONFLICTS: Readonly<Record<string, string>> = {
  user_exists: 'User already exists with this email',
  invitation_exists: 'Pending invitation already exists for this email',
};

const FAILED = 'Failed to send invitation';

/**
 * Returns the message of a failure (specification, section 8, "Invitations", "Create"). An error of the email field
 * also shows a toast.
 */
export function inviteProblem(error: unknown): InviteProblem {
  const { status = '', errors = [] } = error instanceof ApiError ? error : {};
  const conflict = CONFLICTS[status];
  if (conflict !== undefined) {
    return { about: 'email', message: conflict };
  }
  const objection = errors.find(({ field }) => field === 'email')?.message;
  if (objection !== undefined) {
    toast.error(FAILED);
    return { about: 'email', message: objection };
  }
  return { about: 'call', message: FAILED, reason: refusalReason(error) };
}
