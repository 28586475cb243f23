import type { Invitation, InvitationMail, InvitationPage } from '@halyard/contract/invitations';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import type { InvitationRow } from './invitation-list.ts';

export function presentInvitationPage({ rows, totalCount }: ListPage<InvitationRow>): InvitationPage {
  return { invitations: rows.map(presentInvitation), totalCount };
}

function presentInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    mail: presentMail(row),
  };
}

function presentMail({ mail_state, mail_error: reason }: InvitationRow): InvitationMail | null {
  switch (mail_state) {
    case null:
      return null;
    case 'done':
      return { state: 'sent', reason: null };
    case 'waiting':
      return { state: reason === null ? 'sending' : 'delayed', reason };
    case 'dead':
    case 'expired':
      return { state: 'failed', reason };
  }
}
