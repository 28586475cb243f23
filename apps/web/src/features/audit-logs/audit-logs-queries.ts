import type { AuditLogEntry, AuditLogPage } from '@halyard/contract/audit-logs';
import { AUDIT_FRESH_MS } from '@halyard/contract/constants';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parseAuditEntry } from '../../domain/audit-entry/parse-audit-entry.ts';
import { auditProofQuery, type LoadedEntries } from '../../domain/audit-proof/audit-proof-query.ts';
import { isRecord } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { instantsOf, utcInstantsOf } from '../../shared/format/calendar-day.ts';
import { startOfRecent } from '../../shared/format/recent-time.ts';
import { readAtServerTime, serverNow } from '../../shared/lib/server-time.ts';
import { holdsPage, type ListPage, listPage } from '../../shared/list/list-page.ts';
import { rowsOfPage } from '../../shared/list/read-page.ts';
import { ensureAnswer } from '../../shared/query/ensure-answer.ts';
import type { ListedSearch } from './audit-logs-search.ts';
import { hasFilters } from './filters-in-use.ts';

type ListedFilters = Omit<ListedSearch, 'page' | 'entry'>;

export interface AuditLogList extends ListPage<AuditLogEntry> {
  /** Entries as received; undefined if the server cannot prove them. */
  readonly provable: readonly AuditLogEntry[] | undefined;
}

export function auditLogsQuery(api: ApiClient, { page = 1, entry: _entry, ...filters }: ListedSearch) {
  return queryOptions({
    queryKey: ['audit-logs', { page, ...filters }],
    queryFn: async ({ signal }) => {
      const read = (now: Date) =>
        api.get('/audit-logs', {
          query: { ...rowsOfPage(page), ...auditParameters(filters, now) },
          signal,
          failureText: 'Failed to load audit logs',
          accepts: (body) => holdsPage(body, 'logs'),
        });
      return parseList(await (filters.last === undefined ? read(serverNow()) : readAtServerTime(read)));
    },
    staleTime: AUDIT_FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Reads an entry at any age. Entries never change. */
export function auditEntryQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['audit-logs', 'one', id],
    queryFn: async ({ signal }) => {
      const entry = parseAuditEntry(
        await api.get('/audit-logs/:id', {
          params: { id },
          signal,
          failureText: 'Failed to load the audit log entry',
          ownMessageFor: [404],
          accepts: isRecord,
        }),
      );
      // The id in a link can be the name of another endpoint, such as `seal`.
      if (entry.id === '') {
        throw new ApiError({ httpStatus: 404 });
      }
      return entry;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { notFoundToast: 'Audit log entry not found' },
  });
}

/** Prefetches a list and then its proof. Resolves once the list has loaded. */
export async function readAuditLogs(
  queries: QueryClient,
  api: ApiClient,
  state: ListedSearch,
): Promise<void> {
  const query = auditLogsQuery(api, state);
  await ensureAnswer(queries, query);
  const { data, dataUpdatedAt = 0 } = queries.getQueryState<AuditLogList>(query.queryKey) ?? {};
  const loaded = loadedEntries({ data, dataUpdatedAt }, state);
  if (loaded) {
    void queries.prefetchQuery(auditProofQuery(api, loaded));
  }
}

interface ReadList {
  readonly data: AuditLogList | undefined;
  readonly dataUpdatedAt: number;
}

/** Returns the entries to verify: undefined while loading, null if the server has no proofs. */
export function loadedEntries(
  { data, dataUpdatedAt }: ReadList,
  state: ListedSearch,
): LoadedEntries | undefined | null {
  if (data === undefined) {
    return undefined;
  }
  const { provable: entries, totalCount } = data;
  const position = hasFilters(state) ? undefined : { totalCount, ...rowsOfPage(state.page ?? 1) };
  return entries === undefined ? null : { entries, position, loadedAt: dataUpdatedAt };
}

/** Returns the filters as API parameters. Days become instants. */
export function auditParameters({ last, from, to, utcFrom, utcTo, ...filters }: ListedFilters, now: Date) {
  if (last !== undefined) {
    return { ...filters, from: startOfRecent(last, now), to: undefined };
  }
  const hasUtcDays = (utcFrom ?? utcTo) !== undefined;
  return {
    ...filters,
    ...(hasUtcDays ? utcInstantsOf({ from: utcFrom, to: utcTo }) : instantsOf({ from, to })),
  };
}

function parseList(answer: AuditLogPage): AuditLogList {
  return {
    ...listPage(answer, 'logs', parseAuditEntry),
    provable: 'nextCursor' in answer ? answer.logs : undefined,
  };
}
