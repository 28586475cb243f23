import type { Invitation, InvitationPage } from '@halyard/contract/invitations';
import type { FoundInvitations, InvitationRow } from './invitations-queries.ts';

export function presentInvitationPage({ invitations, totalCount }: FoundInvitations): InvitationPage {
  return { invitations: invitations.map(presentInvitation), totalCount };
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
