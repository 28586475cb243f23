import type { Order } from '@halyard/contract/admin-orders';
import { queryOptions } from '@tanstack/react-query';
import { fieldsOf, identifierIn, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { MERCHANTS_KEY } from './merchants-queries.ts';

const NEWEST_ORDERS = 5;

export interface NewestOrder extends Pick<Order, 'uuid' | 'merchantOrderId' | 'currency' | 'createdAt'> {
  readonly status: string;
  readonly amount: string | number | null;
}

export function newestOrdersQuery(api: ApiClient, merchantUuid: string) {
  return queryOptions({
    queryKey: [MERCHANTS_KEY, merchantUuid, 'orders'],
    queryFn: ({ signal }) =>
      api.get('/orders', {
        query: { merchantUuid, limit: NEWEST_ORDERS },
        signal,
        failureText: 'Failed to load the orders',
        accepts: (answer) => Array.isArray(fieldsOf<{ orders: unknown }>(answer).orders),
      }),
    select: ({ orders }) => orders.map(parseOrder),
  });
}

function parseOrder(value: unknown): NewestOrder {
  const { uuid, merchantOrderId, status, amount, currency, createdAt } = fieldsOf<Order>(value);
  return {
    uuid: identifierIn(uuid) ?? '',
    merchantOrderId: visibleTextIn(merchantOrderId) ?? '',
    status: textIn(status) ?? 'unknown',
    amount: typeof amount === 'number' ? amount : textIn(amount),
    currency: visibleTextIn(currency) ?? '',
    createdAt: instantIn(createdAt) ?? '',
  };
}
