import type { Invitation, InvitationPage } from '@halyard/contract/invitations';
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
  };
}
