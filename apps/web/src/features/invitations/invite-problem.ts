import { ApiError } from '../../shared/api/api-error.ts';
import { refusalReason } from '../../shared/lib/announce-failure.ts';

/** Why nobody was invited: something about the e-mail, said at its field, or something else. */
export interface InviteProblem {
  readonly about: 'email' | 'call';
  readonly message: string;
  /** Why, in the server's words, where it gave any. */
  readonly reason?: string | undefined;
}

const CONFLICTS: Readonly<Record<string, string>> = {
  user_exists: 'User already exists with this email',
  invitation_exists: 'Pending invitation already exists for this email',
};

/** The messages of the specification's section 8, "Invitations", "Create". */
export function inviteProblem(error: unknown): InviteProblem {
  const { status = '', errors = [] } = error instanceof ApiError ? error : {};
  const conflict = CONFLICTS[status] ?? errors.find(({ field }) => field === 'email')?.message;
  if (conflict !== undefined) {
    return { about: 'email', message: conflict };
  }
  return { about: 'call', message: 'Failed to send invitation', reason: refusalReason(error) };
}
