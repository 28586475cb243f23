import type { AuditLogFilters, RecentTime } from './audit-logs-search.ts';

export const RECENT_TIME_LABELS: Readonly<Record<RecentTime, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

export function timeLabel({ last, from, to }: AuditLogFilters): string | undefined {
  if (last !== undefined) {
    return RECENT_TIME_LABELS[last];
  }
  if (from !== undefined && to !== undefined) {
    return `${from} – ${to}`;
  }
  return from === undefined ? to && `until ${to}` : `since ${from}`;
}
