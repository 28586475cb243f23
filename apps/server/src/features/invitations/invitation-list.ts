import { INVITATION_STATUSES, type InvitationStatus } from '@halyard/contract/invitations';
import type { CreationList, ListScope } from '../../infra/creation-list/creation-list.ts';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly status: InvitationStatus;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export type InvitationScope = InvitationStatus | 'all';

export const INVITATION_LIST: CreationList<InvitationScope> = {
  table: 'invitations',
  columns: 'id, email, status, created_at, expires_at',
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
