import type { Database } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';

export interface RecordCounts {
  /** Users that are not deleted, as in the list of users. */
  readonly users: number;
  readonly blocked_users: number;
  readonly merchants: number;
  readonly deleted_merchants: number;
  /** Pending invitations, including expired ones, as in the list of invitations. */
  readonly pending_invitations: number;
  readonly outbound_wallets: number;
  readonly inbound_wallets: number;
  readonly locked_wallets: number;
}

const STATEMENT = `
  SELECT coalesce(users.active + users.blocked, 0)::bigint AS users,
    coalesce(users.blocked, 0)::bigint AS blocked_users,
    coalesce(merchants.active + merchants.deleted, 0)::bigint AS merchants,
    coalesce(merchants.deleted, 0)::bigint AS deleted_merchants,
    (SELECT coalesce(sum(records), 0)::bigint FROM list_days WHERE list = 'invitations' AND state = 'pending')
      AS pending_invitations,
    coalesce(wallets.outbound, 0)::bigint AS outbound_wallets,
    coalesce(wallets.inbound, 0)::bigint AS inbound_wallets,
    coalesce(wallets.locked, 0)::bigint AS locked_wallets
  FROM (SELECT sum(active) AS active, sum(blocked) AS blocked FROM user_totals) AS users,
    (SELECT sum(active) AS active, sum(deleted) AS deleted FROM merchant_totals) AS merchants,
    (SELECT sum(wallets) FILTER (WHERE type = 'outbound') AS outbound,
      sum(wallets) FILTER (WHERE type = 'inbound') AS inbound, sum(locked) AS locked
      FROM wallet_counts) AS wallets`;

export async function readRecordCounts(database: Database): Promise<RecordCounts> {
  const rows = await database.prepared<RecordCounts>({
    name: 'record-counts',
    text: STATEMENT,
    values: [],
  });
  return onlyRow(rows);
}
