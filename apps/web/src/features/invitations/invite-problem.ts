import { ApiError } from '../../shared/api/api-error.ts';
import { refusalReason } from '../../shared/query/announce-failure.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

/** Why nobody was invited: something about the e-mail, said at its field, or something else. */
export interface InviteProblem {
  readonly about: 'email' | 'call';
  readonly message: string;
  /** Why, in the server's words, where it gave any. */
  readonly reason?: string | undefined;
}

/** What is said of the e-mail for a status of the answer. */
export const CONFLICTS: Readonly<Record<string, string>> = {
  user_exists: 'User already exists with this email',
  invitation_exists: 'Pending invitation already exists for this email',
};

const FAILED = 'Failed to send invitation';

/** The messages of the specification's section 8, "Invitations", "Create". What the server has against an e-mail is announced as well. */
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
