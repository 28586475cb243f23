import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { instantsOf } from '../../shared/format/calendar-day.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { isOrder, parseOrder, parseOrderDetails } from './order-record.ts';
import type { OrdersSearch } from './orders-search.ts';

const ORDERS_KEY = 'orders';

export function ordersQuery(api: ApiClient, { order: _order, ...state }: OrdersSearch) {
  const { page, testnet, from: _from, to: _to, ...filters } = state;
  return queryOptions({
    queryKey: [ORDERS_KEY, 'list', state],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/orders', {
            query: {
              ...rowsOfPage(page ?? 1),
              ...filters,
              testnet: testnet === undefined ? undefined : testnet === 'only',
              ...instantsOf(state),
            },
            signal,
            ...options,
          }),
        { name: 'orders', rowIn: parseOrder, isRow: isOrder },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load orders', description: 'Please try again later' } },
  });
}

export function orderQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [ORDERS_KEY, uuid],
    queryFn: ({ signal }) =>
      api.get('/orders/:id', {
        params: { id: uuid },
        signal,
        failureText: 'Failed to load the order',
        accepts: isOrder,
      }),
    select: parseOrderDetails,
  });
}
