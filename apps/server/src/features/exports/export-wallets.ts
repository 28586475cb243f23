import type { ExportRequest } from '@halyard/contract/exports';
import type { Network } from '@halyard/contract/networks';
import type { BalanceSources } from '../../infra/balances/balance-sources.ts';
import { priceTables } from '../../infra/balances/price-tables.ts';
import { searchCondition } from '../../infra/creation-list/search-condition.ts';
import { addressSearch, inOwnCase } from '../../infra/record-search/address-search.ts';
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
  Balances: 'held.balances',
  'Balances USD': 'held.usd',
  'Balances Read At': 'held.read_at',
};

export function exportOfWallets(
  request: Extract<ExportRequest, { of: 'wallets' }>,
  sources: BalanceSources,
): ExportList {
  const { type, blockchain, ledger, search } = request;
  const { text, networks } = addressSearch(search);
  // Verdicts stay stored after their node is removed from the configuration.
  const mayHave = (network: Network) => ledger === undefined || sources.chain.includes(network);
  const searched = networks.filter(
    (network) => (blockchain === undefined || network === blockchain) && mayHave(network),
  );
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
      LEFT JOIN wallet_snapshots AS snapshot ON snapshot.wallet_id = listed.id AND ${isOneOf(sources.chain)}
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(transactions) FILTER (WHERE NOT testnet), 0)::bigint AS mainnet,
          coalesce(sum(transactions) FILTER (WHERE testnet), 0)::bigint AS testnet
        FROM wallet_totals WHERE wallet_id = listed.id AND status = 'confirmed') AS counts
      ${heldBalances(sources)}`,
    scope: `type = $1 AND network = ANY ($2::text[]) ${verdict}`,
    match: found.match === undefined ? undefined : `(${found.match} AND ${inOwnCase('LIKE', '$3')})`,
    values: [type, searched, ...found.values],
  };
}

/**
 * Joins `held`: balances of the last snapshot or, where the wallets' panels show these, of recorded transactions. Valued as in
 * the panels: a negative balance has no value, and neither has one that the snapshot lacks though it was recorded. Unlike the
 * panels, a file cannot show the age of prices, so the last known ones do not count.
 */
function heldBalances({ ledger, prices }: BalanceSources): string {
  const isLedger = isOneOf(ledger);
  return `CROSS JOIN LATERAL (
    SELECT string_agg(trim_scale(balance)::text || ' ' || symbol, '; ' ORDER BY symbol COLLATE "C") AS balances,
      CASE WHEN bool_and(coalesce(balance = 0 OR balance > 0 AND usd IS NOT NULL, false))
        THEN trim_scale(sum(balance * coalesce(usd, 0)))::text END AS usd,
      CASE WHEN ${isLedger} THEN now() ELSE snapshot.taken_at END AS read_at
    FROM (
      SELECT symbol, balance FROM wallet_balances WHERE wallet_id = snapshot.wallet_id
      UNION ALL
      SELECT symbol, NULL FROM wallet_ledger AS fed WHERE wallet_id = snapshot.wallet_id AND balance <> 0
        AND NOT EXISTS (SELECT FROM wallet_balances WHERE wallet_id = fed.wallet_id AND symbol = fed.symbol)
      UNION ALL
      SELECT symbol, balance FROM wallet_ledger WHERE wallet_id = listed.id AND ${isLedger}
    ) AS holding LEFT JOIN (WITH ${priceTables(prices)} SELECT symbol, usd FROM price WHERE is_current) AS price USING (symbol)) AS held`;
}

function isOneOf(networks: readonly Network[]): string {
  return `wallet.network = ANY ('{${networks.join()}}'::text[])`;
}
