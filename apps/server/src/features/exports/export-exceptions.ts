import type { ExportRequest } from '@halyard/contract/exports';
import { BoundValues } from '../../infra/db/bound-values.ts';
import { exceptionCondition } from '../../infra/record-search/exception-conditions.ts';
import type { ExportList } from './export-list.ts';

const CELLS = {
  ID: 'listed.id',
  Kind: 'listed.kind',
  State: 'listed.state',
  'Opened At': 'listed.opened_at',
  'Resolved At': 'listed.resolved_at',
  'Closed At': 'listed.closed_at',
  Reason: 'listed.reason',
  Network: `CASE WHEN listed.order_id IS NOT NULL AND listed.transaction_id IS NULL THEN orders.network
    ELSE wallet.network END`,
  Currency: 'listed.currency',
  Expected: 'trim_scale(listed.expected)::text',
  Received: 'trim_scale(listed.received)::text',
  'At Stake USD': 'trim_scale(listed.amount_usd)::text',
  'Order UUID': 'listed.order_id',
  'Merchant Order ID': 'orders.merchant_order_id',
  'Merchant UUID': 'listed.merchant_id',
  'Merchant Name': 'merchant.name',
  'Transaction ID': 'listed.transaction_id',
  'Transaction Hash': 'transaction.hash',
  'Wallet ID': 'listed.wallet_id',
};

export function exportOfExceptions(request: Extract<ExportRequest, { of: 'exceptions' }>): ExportList {
  const values = new BoundValues();
  return {
    table: '(SELECT *, opened_at AS created_at FROM exceptions) AS exceptions',
    cells: CELLS,
    join: `LEFT JOIN orders ON orders.id = listed.order_id
      LEFT JOIN merchants AS merchant ON merchant.id = listed.merchant_id
      LEFT JOIN wallet_transactions AS transaction ON transaction.id = listed.transaction_id
      LEFT JOIN wallets AS wallet ON wallet.id = listed.wallet_id`,
    scope: exceptionCondition(request, values),
    match: undefined,
    values: values.bound,
  };
}
