import type { SortByCreation } from '@halyard/contract/fields';
import type { InvitationStatus } from '@halyard/contract/invitations';
import type { Database } from '../../infra/db/database.ts';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly status: InvitationStatus;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface FoundInvitations {
  readonly invitations: readonly InvitationRow[];
  /** Of all pages together. */
  readonly totalCount: number;
}

export interface InvitationPageQuery {
  readonly limit: number;
  readonly offset: number;
  readonly status?: InvitationStatus | undefined;
  readonly sort: SortByCreation;
}

/** The total stands on every row, and on one without an invitation where the page is empty. */
type ListRow = { readonly total: number } & (InvitationRow | { readonly id: null });

const ORDERS: Readonly<Record<SortByCreation, string>> = {
  newest: 'ORDER BY created_at DESC, id DESC',
  oldest: 'ORDER BY created_at, id',
};

/** A page in one statement, its total from the summary rows; ids are picked from an index before rows are read. */
export async function readInvitationPage(
  database: Database,
  { limit, offset, status, sort }: InvitationPageQuery,
): Promise<FoundInvitations> {
  const order = ORDERS[sort];
  const scope = status === undefined ? '' : 'WHERE status = $3';
  const text = `
    SELECT total, found.*
    FROM (SELECT coalesce(sum(invitations), 0)::bigint AS total FROM invitation_totals ${scope}) AS totals
      LEFT JOIN (SELECT id, email, status, created_at, expires_at
        FROM invitations JOIN (SELECT id FROM invitations ${scope} ${order} LIMIT $1 OFFSET $2) AS picked USING (id)
      ) AS found ON true
    ${order}`;
  const values = [limit, offset, ...(status === undefined ? [] : [status])];
  const { rows } = await database.query<ListRow>({ text, values });
  return { invitations: rows.filter((row) => row.id !== null), totalCount: rows[0]?.total ?? 0 };
}
