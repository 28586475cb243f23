import { DECIMAL_AMOUNT } from '@halyard/contract/constants';
import type {
  TransactionDirection,
  TransactionStatus,
  TransactionType,
  WalletType,
} from '@halyard/contract/wallets';
import { type AssetFilters, assetFiltersFromUrl } from '../../domain/network/asset-filters.ts';
import {
  TRANSACTION_DIRECTIONS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../domain/transaction/transaction-values.ts';
import { type DayRange, daysFromUrl } from '../../shared/format/calendar-day.ts';
import { RECENT_TIMES, type RecentTime } from '../../shared/format/recent-time.ts';
import {
  choiceFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';
import { pageFromUrl } from '../../shared/list/page-number.ts';

export interface TransactionFilters extends AssetFilters, DayRange {
  readonly type?: TransactionType | undefined;
  readonly direction?: TransactionDirection | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly walletType?: WalletType | undefined;
  /** Decimals as text. */
  readonly minUsd?: string | undefined;
  readonly maxUsd?: string | undefined;
  /** Takes precedence over `from` and `to`. */
  readonly last?: RecentTime | undefined;
}

export interface TransactionsSearch extends TransactionFilters {
  readonly page?: number | undefined;
  readonly search?: string | undefined;
}

export function parseTransactionsSearch(parameters: UrlParameters): TransactionsSearch {
  const recent = choiceFromUrl(parameters['last'], RECENT_TIMES);
  return {
    ...withoutUnknown(parameters),
    page: pageFromUrl(parameters['page']),
    search: textFromUrl(parameters['search']),
    type: choiceFromUrl(parameters['type'], TRANSACTION_TYPES),
    direction: choiceFromUrl(parameters['direction'], TRANSACTION_DIRECTIONS),
    status: choiceFromUrl(parameters['status'], TRANSACTION_STATUSES),
    walletType: choiceFromUrl(parameters['walletType'], ['outbound', 'inbound'] as const),
    ...assetFiltersFromUrl(parameters),
    minUsd: usdFromText(parameters['minUsd']),
    maxUsd: usdFromText(parameters['maxUsd']),
    last: recent,
    ...daysFromUrl(recent === undefined ? parameters : {}),
  };
}

/** Parses an amount such as `1000`, `$1,000.50` or a number from the URL. Returns undefined for other text. */
export function usdFromText(value: unknown): string | undefined {
  const text = String(value).replace(/[$,\s]/g, '');
  return DECIMAL_AMOUNT.test(text) ? text : undefined;
}

export function isNarrowed({ page: _page, ...filters }: TransactionsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
