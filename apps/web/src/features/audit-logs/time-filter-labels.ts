import { dayRangeLabel } from '../../shared/format/day-range-label.ts';
import { RECENT_TIME_LABELS } from '../../shared/format/recent-time.ts';
import type { AuditLogFilters } from './audit-logs-search.ts';

/** Describes the days in UTC that a link has set. */
export function utcDaysLabel({ utcFrom, utcTo }: AuditLogFilters): string | undefined {
  return dayRangeLabel({ from: utcFrom, to: utcTo });
}

export function timeLabel({ last, from, to }: AuditLogFilters): string | undefined {
  return last === undefined ? dayRangeLabel({ from, to }) : RECENT_TIME_LABELS[last];
}
