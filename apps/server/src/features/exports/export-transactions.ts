import type { ExportRequest } from '@halyard/contract/exports';
import { BoundValues } from '../../infra/db/bound-values.ts';
import { transactionConditions } from '../../infra/record-search/transaction-conditions.ts';
import { transactionSearchCondition } from '../../infra/record-search/transaction-search.ts';
import { SEALED_ADDRESS } from './export-address.ts';
import type { ExportList } from './export-list.ts';
import { timeRange } from './time-range.ts';

const CELLS = {
  ID: 'listed.id',
  'Created At': 'listed.created_at',
  Type: 'listed.type',
  Direction: 'listed.direction',
  Status: 'listed.status',
  Network: 'listed.network',
  Testnet: `CASE WHEN listed.testnet THEN 'yes' ELSE 'no' END`,
  Currency: 'listed.currency',
  Amount: 'trim_scale(listed.amount)::text',
  'Amount USD': 'trim_scale(listed.amount_usd)::text',
  'Network Fee': 'trim_scale(listed.network_fee)::text',
  Hash: 'listed.hash',
  'Wallet ID': 'wallet.id',
  'Wallet Type': 'wallet.type',
  'Wallet Address': SEALED_ADDRESS,
  'Order UUID': 'listed.order_id',
  'Merchant Order ID': 'orders.merchant_order_id',
};

export function exportOfTransactions(request: Extract<ExportRequest, { of: 'transactions' }>): ExportList {
  const { search, minUsd, maxUsd } = request;
  const values = new BoundValues();
  const scope = timeRange(request, values);
  if (search !== '') scope.push(transactionSearchCondition(search, values));
  const match = transactionConditions(request, values);
  if (minUsd !== undefined) match.push(`amount_usd >= ${values.bind(minUsd, 'numeric')}`);
  if (maxUsd !== undefined) match.push(`amount_usd <= ${values.bind(maxUsd, 'numeric')}`);
  return {
    table: 'wallet_transactions',
    cells: CELLS,
    join: `JOIN wallets AS wallet ON wallet.id = listed.wallet_id LEFT JOIN orders ON orders.id = listed.order_id`,
    scope: scope.join(' AND ') || 'true',
    match: match.length === 0 ? undefined : `coalesce(${match.join(' AND ')}, false)`,
    values: values.bound,
  };
}
