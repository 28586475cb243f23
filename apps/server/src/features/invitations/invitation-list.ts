import { INVITATION_STATUSES, type InvitationStatus } from '@halyard/contract/invitations';
import type { CreationList, ListScope } from '../../infra/creation-list/creation-list.ts';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly status: InvitationStatus;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** Of the newest mail of a pending invitation. Null for others, and after the mail was deleted. */
  readonly mail_state: 'waiting' | 'done' | 'dead' | 'expired' | null;
  readonly mail_error: string | null;
}

export type InvitationScope = InvitationStatus | 'all';

export const INVITATION_LIST: CreationList<InvitationScope> = {
  table: 'invitations',
  columns:
    'id, email, status, listed.created_at, listed.expires_at, mail.state AS mail_state, mail.last_error AS mail_error',
  join: `LEFT JOIN LATERAL (
    SELECT state, last_error FROM outbox
    WHERE kind = 'mail.invitation' AND queue = listed.email_key AND listed.status = 'pending'
    ORDER BY position DESC LIMIT 1) AS mail ON true`,
  scopes: {
    all: { where: 'true', states: INVITATION_STATUSES },
    pending: scopeOf('pending'),
    accepted: scopeOf('accepted'),
    revoked: scopeOf('revoked'),
  },
};

function scopeOf(status: InvitationStatus): ListScope {
  return { where: `status = '${status}'`, states: [status] };
}
