import { FIND_KINDS, type FindKind } from '@halyard/contract/find';
import type { Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';
import type { Database } from '../../infra/db/database.ts';
import { candidatesOf, KnownValues, transactionsOf } from './find-candidates.ts';
import type { SearchTerm } from './search-term.ts';

/** Results of one kind. */
const PER_KIND = 5;

interface FoundRow {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  readonly state: string | null;
  readonly exact: boolean;
}

export interface FoundWalletRow extends FoundRow {
  readonly kind: 'wallet';
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address_seal: Buffer | null;
}

export type FoundRecordRow = FoundWalletRow | (FoundRow & { readonly kind: Exclude<FindKind, 'wallet'> });

/** The row of a candidate: how it is joined, and what is shown of it. */
const RECORDS: Readonly<Record<FindKind, { readonly from: string; readonly columns: string }>> = {
  user: {
    from: 'users AS record ON record.id = key',
    columns: `record.id::text, name, email,
      CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN blocked_at IS NOT NULL THEN 'blocked' ELSE 'active' END`,
  },
  merchant: {
    from: 'merchants AS record ON record.id = key LEFT JOIN users AS creator ON creator.id = record.user_id',
    columns: `record.id::text, record.name, creator.email,
      CASE WHEN record.deleted_at IS NULL THEN 'active' ELSE 'deleted' END`,
  },
  order: {
    from: 'orders AS record ON record.id = key JOIN merchants ON merchants.id = record.merchant_id',
    columns: 'record.id::text, record.merchant_order_id, merchants.name, record.status',
  },
  wallet: {
    from: 'wallets AS record ON record.id = key',
    columns: `record.id::text, address, NULL, CASE WHEN locked_at IS NOT NULL THEN 'locked' END`,
  },
  invitation: {
    from: 'invitations AS record ON record.id = key',
    columns: `record.id::text, email, NULL,
      CASE WHEN status = 'pending' AND expires_at <= now() THEN 'expired' ELSE status END`,
  },
  audit_entry: {
    from: 'audit_log AS record ON record.sequence = key',
    columns: `record.id::text, coalesce(nullif(description, ''), action), actor_email, status`,
  },
  ip_address: {
    from: 'audit_log AS record ON record.sequence = key',
    columns: `concat_ws(' ', record.ip_address, record.actor_email), record.ip_address, record.actor_email, NULL`,
  },
};
const WALLET_COLUMNS = 'record.uuid, record.network, record.type, record.address_seal';
const NO_WALLET = 'NULL::uuid, NULL::text, NULL::text, NULL::bytea';

/** Reads at most 5 records of each kind: exact matches first, then the newest. */
export async function readFoundRecords(
  database: Database,
  term: SearchTerm,
): Promise<readonly FoundRecordRow[]> {
  const values = new KnownValues();
  const money = transactionsOf(term, values);
  const records = FIND_KINDS.flatMap((kind) => recordsOf(kind, term, values));
  const text = `
    WITH money (order_id, wallet_id, exact) AS MATERIALIZED (${money})
    SELECT kind, id, title, detail, state, uuid, network, type, address_seal, exact
    FROM (${records.join('\nUNION ALL\n')}) AS found (kind, id, title, detail, state, uuid, network, type, address_seal,
      exact, created_at)
    ORDER BY exact DESC, array_position(${values.bind(FIND_KINDS, 'text[]')}, kind), created_at DESC, id`;
  return (await database.query<FoundRecordRow>({ text, values: values.values })).rows;
}

function recordsOf(kind: FindKind, term: SearchTerm, values: KnownValues): string[] {
  const candidates = candidatesOf(kind, term, values);
  if (candidates.length === 0) return [];
  const { from, columns } = RECORDS[kind];
  return [
    `(SELECT '${kind}', ${columns}, ${kind === 'wallet' ? WALLET_COLUMNS : NO_WALLET}, exact, record.created_at
      FROM (SELECT key, bool_or(exact) AS exact FROM (${candidates.join(' UNION ALL ')}) AS candidate (key, exact)
        GROUP BY key) AS candidates JOIN ${from}
      ORDER BY exact DESC, record.created_at DESC LIMIT ${PER_KIND})`,
  ];
}
