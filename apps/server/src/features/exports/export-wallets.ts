import type { ExportRequest } from '@halyard/contract/exports';
import { searchCondition } from '../../infra/creation-list/search-condition.ts';
import { addressSearch } from '../../infra/record-search/address-search.ts';
import { SEALED_ADDRESS } from './export-address.ts';
import type { ExportList } from './export-list.ts';

const CELLS = {
  ID: 'wallet.id',
  UUID: 'wallet.uuid',
  Type: 'wallet.type',
  Network: 'wallet.network',
  Address: SEALED_ADDRESS,
  'Created At': 'wallet.created_at',
  'Mainnet Confirmed': 'counts.mainnet',
  'Testnet Confirmed': 'counts.testnet',
  'Ledger vs. Chain': 'snapshot.verdict',
  'Locked By Merchant': 'wallet.locked_merchant_id',
  'Lock Currency': 'wallet.lock_currency',
  'Locked At': 'wallet.locked_at',
};

export function exportOfWallets(request: Extract<ExportRequest, { of: 'wallets' }>): ExportList {
  const { type, blockchain, ledger, search } = request;
  const { text, networks } = addressSearch(search);
  const searched = networks.filter((network) => blockchain === undefined || network === blockchain);
  const found = text === '' ? { match: undefined, values: [] } : searchCondition('wallets', text, 3);
  const verdict =
    ledger === undefined
      ? ''
      : `AND EXISTS (SELECT FROM wallet_verdicts WHERE wallet_verdicts.id = wallets.id AND verdict = '${ledger}')`;
  return {
    table: 'wallets',
    key: 'uuid',
    cells: CELLS,
    join: `JOIN wallets AS wallet ON wallet.id = listed.id
      LEFT JOIN wallet_snapshots AS snapshot ON snapshot.wallet_id = listed.id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(transactions) FILTER (WHERE NOT testnet), 0)::bigint AS mainnet,
          coalesce(sum(transactions) FILTER (WHERE testnet), 0)::bigint AS testnet
        FROM wallet_totals WHERE wallet_id = listed.id AND status = 'confirmed') AS counts`,
    scope: `type = $1 AND network = ANY ($2::text[]) ${verdict}`,
    match:
      found.match === undefined ? undefined : `(${found.match} AND (network <> 'TRON' OR address LIKE $3))`,
    values: [type, searched, ...found.values],
  };
}
