import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { instantsOf, utcInstantsOf } from '../../shared/format/calendar-day.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { isOrder, parseOrder, parseOrderDetails } from './order-record.ts';
import type { OrdersSearch } from './orders-search.ts';

export const ORDERS_KEY = 'orders';

export function ordersQuery(
  api: ApiClient,
  { order: _order, timeline: _timeline, tab: _tab, ...state }: OrdersSearch,
) {
  return queryOptions({
    queryKey: [ORDERS_KEY, 'list', state],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/orders', {
            query: {
              ...rowsOfPage(state.page ?? 1),
              ...orderParameters(state),
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

/** Returns search and filters as API parameters. Local days become instants. */
export function orderParameters({
  page: _page,
  order: _order,
  timeline: _timeline,
  tab: _tab,
  testnet,
  from,
  to,
  paidFrom,
  paidTo,
  ...filters
}: OrdersSearch) {
  const paid = utcInstantsOf({ from: paidFrom, to: paidTo });
  return {
    ...filters,
    testnet: testnet === undefined ? undefined : testnet === 'only',
    ...instantsOf({ from, to }),
    paidFrom: paid.from,
    paidTo: paid.to,
  };
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
