import { INVITATION_STATUSES, type InvitationStatus } from '@halyard/contract/invitations';
import type { CreationList, ListPage, ListScope } from '../../infra/creation-list/creation-list.ts';
import type { Database } from '../../infra/db/database.ts';

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

const COLUMNS =
  'id, email, status, listed.created_at, listed.expires_at, mail.state AS mail_state, mail.last_error AS mail_error';
const JOIN = `LEFT JOIN LATERAL (
    SELECT state, last_error FROM outbox
    WHERE kind = 'mail.invitation' AND queue = listed.email_key AND listed.status = 'pending'
    ORDER BY position DESC LIMIT 1) AS mail ON true`;

export const INVITATION_LIST: CreationList<InvitationScope> = {
  table: 'invitations',
  columns: COLUMNS,
  join: JOIN,
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

/** Reads the list of one invitation, or of none if it does not exist. */
export async function readInvitationPage(
  database: Database,
  id: string,
  { offset }: { readonly offset: number },
): Promise<ListPage<InvitationRow>> {
  const text = `SELECT ${COLUMNS} FROM invitations AS listed ${JOIN} WHERE id = $1`;
  const { rows } = await database.query<InvitationRow>({ text, values: [id] });
  return { rows: rows.slice(offset), totalCount: rows.length };
}
