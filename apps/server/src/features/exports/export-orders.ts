import type { ExportRequest } from '@halyard/contract/exports';
import { BoundValues } from '../../infra/db/bound-values.ts';
import { orderJoins } from '../../infra/order-joins.ts';
import { orderConditions, paymentConditions } from '../../infra/record-search/order-conditions.ts';
import { orderOwnerConditions } from '../../infra/record-search/order-owner-conditions.ts';
import type { ExportList } from './export-list.ts';
import { timeRange } from './time-range.ts';

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
  const values = new BoundValues();
  const scope = [
    ...timeRange(request, values),
    ...paymentConditions(request, values),
    ...orderOwnerConditions(request, values),
  ];
  const match = orderConditions(request, values);
  return {
    table: 'orders',
    cells: CELLS,
    join: orderJoins('listed'),
    scope: scope.join(' AND ') || 'true',
    match: match.length === 0 ? undefined : match.join(' AND '),
    values: values.bound,
  };
}
