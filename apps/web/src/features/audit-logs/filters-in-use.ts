import type { AuditLogFilters, AuditLogsSearch } from './audit-logs-search.ts';

/** Filters that a server announces, and that only links set. */
export const LINKED_FILTERS = [
  { key: 'actionPrefix', name: 'Action begins with' },
  { key: 'requestId', name: 'Request ID' },
  { key: 'ipAddress', name: 'IP address' },
] as const satisfies readonly { readonly key: keyof AuditLogFilters; readonly name: string }[];

export function hasLinkedFilters(filters: AuditLogFilters): boolean {
  return LINKED_FILTERS.some(({ key }) => filters[key] !== undefined);
}

export function withoutLinkedFilters(search: AuditLogsSearch): AuditLogsSearch {
  return { ...search, actionPrefix: undefined, requestId: undefined, ipAddress: undefined };
}

export function hasFilters({ page: _page, entry: _entry, ...filters }: AuditLogsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Counts the filters that the page shows. Two days are one filter. */
export function countFilters({
  from,
  to,
  utcFrom,
  utcTo,
  platformFeed: _,
  ...filters
}: AuditLogFilters): number {
  return Object.values({ ...filters, days: from ?? to, utcDays: utcFrom ?? utcTo }).filter(
    (value) => value !== undefined,
  ).length;
}
