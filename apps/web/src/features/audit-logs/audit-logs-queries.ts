import type { AuditLogEntry, AuditLogPage } from '@halyard/contract/audit-logs';
import { PAGE_SIZE } from '@halyard/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { auditEntryIn } from '../../domain/audit-entry/audit-entry-in.ts';
import { AUDIT_FRESH_MS } from '../../domain/audit-entry/audit-fresh-ms.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import type { ListPage } from '../../shared/lib/list-page.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import type { AuditLogFilters, AuditLogsSearch, RecentTime } from './audit-logs-search.ts';
import { startOfDay } from './calendar-day.ts';

const HOUR_MS = 3_600_000;
const RECENT_MS: Readonly<Record<RecentTime, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
};

export interface AuditLogList extends ListPage<AuditLogEntry> {
  /** The entries as they came; undefined of a server that does nothing beyond the specification. */
  readonly provable: readonly AuditLogEntry[] | undefined;
}

export function auditLogsQuery(api: ApiClient, { page = 1, entry: _entry, ...filters }: AuditLogsSearch) {
  return queryOptions({
    queryKey: ['audit-logs', { page, ...filters }],
    queryFn: ({ signal }) =>
      api.get<AuditLogPage>('/audit-logs', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...auditParameters(filters, new Date()) },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isAuditLogPage,
      }),
    select: (answer): AuditLogList => ({
      rows: answer.logs.map(auditEntryIn),
      totalCount: answer.totalCount,
      provable: 'nextCursor' in answer ? answer.logs : undefined,
    }),
    staleTime: AUDIT_FRESH_MS,
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load audit logs' } },
  });
}

/** The filters as the API takes them: times become instants. */
export function auditParameters({ last, from, to, ...filters }: AuditLogFilters, now: Date) {
  return {
    ...filters,
    from: last === undefined ? from && startOfDay(from).toISOString() : before(now, RECENT_MS[last]),
    to: to && startOfDay(to, 1).toISOString(),
  };
}

function before(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString();
}

function isAuditLogPage(body: unknown): boolean {
  const { logs, totalCount } = (body ?? {}) as Partial<AuditLogPage>;
  return Array.isArray(logs) && typeof totalCount === 'number';
}
