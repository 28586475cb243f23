import type { ExceptionState } from '@halyard/contract/exception-kinds';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { EXCEPTIONS_KEY } from '../../../domain/exceptions/exceptions-key.ts';
import type { ApiClient } from '../../../shared/api/api-client.ts';
import { holdsPage, type ListPage, listPage } from '../../../shared/list/list-page.ts';
import { rowsOfPage } from '../../../shared/list/read-page.ts';
import { READ_FAILURES } from '../../../shared/query/read-failures.ts';
import {
  type ExceptionRecord,
  isException,
  type OpenExceptions,
  parseException,
  parseOpenExceptions,
} from './exception-record.ts';
import type { ExceptionFilters, ExceptionsSearch } from './exceptions-search.ts';

export interface ExceptionsPage extends ListPage<ExceptionRecord> {
  readonly open: OpenExceptions;
}

export function exceptionsQuery(
  api: ApiClient,
  { order: _order, timeline: _timeline, tab: _tab, ...search }: ExceptionsSearch,
) {
  const { page, sort } = search;
  return queryOptions({
    queryKey: [EXCEPTIONS_KEY, 'list', search],
    queryFn: async ({ signal }) => {
      const answer = await api.get('/exceptions', {
        query: { ...rowsOfPage(page ?? 1), ...exceptionParameters(search), sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isPage,
      });
      return exceptionsIn(answer);
    },
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load exceptions', description: 'Please try again later' } },
  });
}

/** Returns the filters of a list or export. */
export function exceptionParameters({ kind, state, ...owners }: ExceptionFilters) {
  const { merchantUuid, userUuid, walletId, orderUuid } = owners;
  const shown: ExceptionState | 'all' = state ?? 'open';
  return { kind, state: shown === 'all' ? undefined : shown, merchantUuid, userUuid, walletId, orderUuid };
}

/** Fetches the open exceptions of an order. Shows no error on failure. */
export function openExceptionsOfOrderQuery(api: ApiClient, orderUuid: string) {
  return queryOptions({
    queryKey: [EXCEPTIONS_KEY, 'order', orderUuid],
    queryFn: async ({ signal }) => {
      const query = { orderUuid, state: 'open' } as const;
      return exceptionsIn(await api.get('/exceptions', { query, signal, unasked: true, accepts: isPage }));
    },
  });
}

function isPage(body: unknown): boolean {
  return holdsPage(body, 'exceptions', isException);
}

function exceptionsIn(answer: unknown): ExceptionsPage {
  return { ...listPage(answer, 'exceptions', parseException), open: parseOpenExceptions(answer) };
}
