import { ORDER_STATUSES, type OrderStatus } from '@halyard/contract/orders';
import { type AssetFilters, assetFiltersFromUrl } from '../../domain/network/asset-filters.ts';
import { type DayRange, daysFromUrl } from '../../shared/format/calendar-day.ts';
import {
  choiceFromUrl,
  identifierFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';
import { pageFromUrl } from '../../shared/list/page-number.ts';
import { type ExceptionsSearch, exceptionFiltersFromUrl } from './exceptions/exceptions-search.ts';

/** The days limit when orders were created. */
export interface OrderFilters extends AssetFilters, DayRange {
  readonly status?: OrderStatus | undefined;
  readonly merchantUuid?: string | undefined;
  /** Owner of the merchant. */
  readonly userUuid?: string | undefined;
  readonly walletId?: string | undefined;
  /** First and last day of payment in UTC, set by links. */
  readonly paidFrom?: string | undefined;
  readonly paidTo?: string | undefined;
}

/** The tab with the orders. */
export interface OrdersSearch extends OrderFilters {
  readonly tab?: undefined;
  readonly page?: number | undefined;
  readonly search?: string | undefined;
  /** The order whose panel is open. */
  readonly order?: string | undefined;
  /** Kind of events that its timeline shows, or `all`. `undefined` while the timeline is closed. */
  readonly timeline?: string | undefined;
}

export type OrdersScreenSearch = OrdersSearch | ExceptionsSearch;

export function parseOrdersScreenSearch(parameters: UrlParameters): OrdersScreenSearch {
  const common = {
    ...withoutUnknown(parameters),
    page: pageFromUrl(parameters['page']),
    order: identifierFromUrl(parameters['order']),
    timeline: textFromUrl(parameters['timeline']),
    merchantUuid: identifierFromUrl(parameters['merchantUuid']),
    userUuid: identifierFromUrl(parameters['userUuid']),
    walletId: identifierFromUrl(parameters['walletId']),
  };
  return parameters['tab'] === 'exceptions'
    ? { ...common, ...exceptionFiltersFromUrl(parameters), tab: 'exceptions' }
    : {
        ...common,
        tab: undefined,
        search: textFromUrl(parameters['search']),
        status: choiceFromUrl(parameters['status'], ORDER_STATUSES),
        ...assetFiltersFromUrl(parameters),
        ...daysFromUrl(parameters),
        ...paidDaysFromUrl(parameters),
      };
}

function paidDaysFromUrl(parameters: UrlParameters): Pick<OrderFilters, 'paidFrom' | 'paidTo'> {
  const { from, to } = daysFromUrl({ from: parameters['paidFrom'], to: parameters['paidTo'] });
  return { paidFrom: from, paidTo: to };
}

export function isNarrowed({
  page: _page,
  order: _order,
  timeline: _timeline,
  ...filters
}: OrdersSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Counts the filters, except the search. Two days are one filter. */
export function countFilters({
  page: _page,
  order: _order,
  timeline: _timeline,
  search: _search,
  from,
  to,
  paidFrom,
  paidTo,
  ...filters
}: OrdersSearch): number {
  return Object.values({ ...filters, days: from ?? to, paidDays: paidFrom ?? paidTo }).filter(
    (value) => value !== undefined,
  ).length;
}
