import type { ExportRequest } from '@halyard/contract/exports';
import { BoundValues } from '../../infra/db/bound-values.ts';
import { equalities } from '../../infra/db/equalities.ts';
import { walletIdColumn } from '../../infra/db/wallet-id-column.ts';
import type { ExportList } from './export-list.ts';

const CELLS = {
  ID: 'listed.id',
  Kind: 'listed.kind',
  State: 'listed.state',
  'Opened At': 'listed.opened_at',
  'Resolved At': 'listed.resolved_at',
  'Closed At': 'listed.closed_at',
  Reason: 'listed.reason',
  Network: 'coalesce(wallet.network, orders.network)',
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
  const { kind, state, merchantUuid, userUuid, walletId, orderUuid } = request;
  const values = new BoundValues();
  const scope = equalities({ kind, state }, values);
  if (orderUuid !== undefined) scope.push(`order_id = ${values.bind(orderUuid, 'uuid')}`);
  if (merchantUuid !== undefined) scope.push(`merchant_id = ${values.bind(merchantUuid, 'uuid')}`);
  if (userUuid !== undefined) {
    scope.push(`merchant_id IN (SELECT id FROM merchants WHERE user_id = ${values.bind(userUuid, 'uuid')})`);
  }
  if (walletId !== undefined) {
    const column = walletIdColumn(walletId);
    const wallet = values.bind(walletId, column === 'id' ? 'bigint' : 'uuid');
    scope.push(`wallet_id = (SELECT id FROM wallets WHERE ${column} = ${wallet})`);
  }
  return {
    table: '(SELECT *, opened_at AS created_at FROM exceptions) AS exceptions',
    cells: CELLS,
    join: `LEFT JOIN orders ON orders.id = listed.order_id
      LEFT JOIN merchants AS merchant ON merchant.id = listed.merchant_id
      LEFT JOIN wallet_transactions AS transaction ON transaction.id = listed.transaction_id
      LEFT JOIN wallets AS wallet ON wallet.id = listed.wallet_id`,
    scope: scope.join(' AND ') || 'true',
    match: undefined,
    values: values.bound,
  };
}
