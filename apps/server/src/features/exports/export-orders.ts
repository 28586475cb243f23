import type { ExportRequest } from '@halyard/contract/exports';
import { BoundValues } from '../../infra/db/bound-values.ts';
import { walletIdColumn } from '../../infra/db/wallet-id-column.ts';
import { orderJoins } from '../../infra/order-joins.ts';
import { orderSearchCondition } from '../../infra/record-search/order-search.ts';
import { equalities, timeRange } from './export-conditions.ts';
import type { ExportList } from './export-list.ts';

const CELLS = {
  UUID: 'listed.id',
  'Merchant Order ID': 'listed.merchant_order_id',
  'Created At': 'listed.created_at',
  'Paid At': 'listed.paid_at',
  Status: 'listed.status',
  Network: 'listed.network',
  Testnet: `CASE WHEN listed.testnet THEN 'yes' ELSE 'no' END`,
  Currency: 'listed.currency',
  Amount: 'trim_scale(listed.amount)::text',
  'Amount USD': 'trim_scale(listed.amount_usd)::text',
  'Received Amount': 'trim_scale(received.amount)::text',
  'Service Fee Rate': 'trim_scale(listed.service_fee_rate)::text',
  'Service Fee USD': 'trim_scale(listed.service_fee_usd)::text',
  'Merchant UUID': 'merchant.id',
  'Merchant Name': 'merchant.name',
  'Creator Email': 'creator.email',
};

export function exportOfOrders(request: Extract<ExportRequest, { of: 'orders' }>): ExportList {
  const { search, status, network, currency, testnet, merchantUuid, userUuid, walletId } = request;
  const values = new BoundValues();
  const scope = timeRange(request, values);
  const { paidFrom, paidTo } = request;
  if ((paidFrom ?? paidTo) !== undefined) scope.push(`status = 'paid'`);
  if (paidFrom !== undefined) scope.push(`paid_at >= ${values.bindTime(paidFrom)}`);
  if (paidTo !== undefined) scope.push(`paid_at < ${values.bindTime(paidTo)}`);
  if (search !== '') scope.push(orderSearchCondition(search, values));
  if (merchantUuid !== undefined) scope.push(`merchant_id = ${values.bind(merchantUuid, 'uuid')}`);
  if (userUuid !== undefined) {
    const user = values.bind(userUuid, 'uuid');
    scope.push(`merchant_id = ANY (ARRAY(SELECT id FROM merchants WHERE user_id = ${user}))`);
  }
  if (walletId !== undefined) {
    const column = walletIdColumn(walletId);
    const wallet = values.bind(walletId, column === 'id' ? 'bigint' : 'uuid');
    scope.push(`id IN (SELECT order_id FROM wallet_transactions
      WHERE wallet_id = (SELECT id FROM wallets WHERE ${column} = ${wallet}))`);
  }
  const match = equalities({ status, network, currency, testnet }, values);
  return {
    table: 'orders',
    cells: CELLS,
    join: orderJoins('listed'),
    scope: scope.join(' AND ') || 'true',
    match: match.length === 0 ? undefined : match.join(' AND '),
    values: values.bound,
  };
}
