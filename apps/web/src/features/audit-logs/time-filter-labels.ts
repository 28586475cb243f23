import { RECENT_TIME_LABELS } from '../../shared/format/recent-time.ts';
import type { AuditLogFilters } from './audit-logs-search.ts';

/** Describes the days in UTC that a link has set. */
export function utcDaysLabel({ utcFrom, utcTo }: AuditLogFilters): string | undefined {
  return utcFrom === utcTo ? utcFrom : timeLabel({ from: utcFrom, to: utcTo });
}

export function timeLabel({ last, from, to }: AuditLogFilters): string | undefined {
  if (last !== undefined) {
    return RECENT_TIME_LABELS[last];
  }
  if (from !== undefined && to !== undefined) {
    return `${from} – ${to}`;
  }
  return from === undefined ? to && `until ${to}` : `since ${from}`;
}
