import type { TransactionPage } from '@halyard/contract/admin-transactions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fieldsOf, textIn } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { instantsOf } from '../../shared/format/calendar-day.ts';
import { startOfRecent } from '../../shared/format/recent-time.ts';
import { readAtServerTime } from '../../shared/lib/server-time.ts';
import { holdsPage, type ListPage, listPage } from '../../shared/list/list-page.ts';
import { rowsOfPage } from '../../shared/list/read-page.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';
import { isTransaction, parseTransaction, type TransactionRecord } from './transaction-record.ts';
import type { TransactionFilters, TransactionsSearch } from './transactions-search.ts';

export interface TransactionList extends ListPage<TransactionRecord> {
  /** Decimal as text; null if the server does not send it. */
  readonly totalUsd: string | null;
  /** What moved on main networks; null if the server does not send it. */
  readonly confirmedUsd: string | null;
}

export function transactionsQuery(api: ApiClient, { page, search, ...filters }: TransactionsSearch) {
  return queryOptions({
    queryKey: ['transactions', { page, search, ...filters }],
    queryFn: async ({ signal }): Promise<TransactionList> => {
      const answer = await readAtServerTime((now) =>
        api.get('/transactions', {
          query: { ...rowsOfPage(page ?? 1), search, ...transactionParameters(filters, now) },
          signal,
          ownMessageFor: READ_FAILURES,
          accepts: (body) => holdsPage(body, 'transactions', isTransaction),
        }),
      );
      const { totalUsd, confirmedUsd } = fieldsOf<TransactionPage>(answer);
      return {
        ...listPage(answer, 'transactions', parseTransaction),
        totalUsd: textIn(totalUsd),
        confirmedUsd: textIn(confirmedUsd),
      };
    },
    placeholderData: keepPreviousData,
    meta: {
      failureToast: { title: 'Failed to load transactions', description: 'Please try again later' },
    },
  });
}

/** Returns the filters as API parameters. Local days and recent times become instants. */
export function transactionParameters(
  { last, from, to, testnet, ...filters }: TransactionFilters,
  now: Date,
) {
  return {
    ...filters,
    testnet: testnet === undefined ? undefined : testnet === 'only',
    ...(last === undefined ? instantsOf({ from, to }) : { from: startOfRecent(last, now) }),
  };
}
