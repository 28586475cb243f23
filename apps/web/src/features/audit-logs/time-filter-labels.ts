import { formatDate } from '../../shared/format/format-date.ts';
import type { AuditLogFilters, RecentTime } from './audit-logs-search.ts';
import { startOfDay } from './calendar-day.ts';

export const RECENT_TIME_LABELS: Readonly<Record<RecentTime, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

export function timeLabel({ last, from, to }: AuditLogFilters): string | undefined {
  if (last !== undefined) {
    return RECENT_TIME_LABELS[last];
  }
  const [first, end] = [from, to].map((day) => (day === undefined ? undefined : formatDate(startOfDay(day))));
  if (first !== undefined && end !== undefined) {
    return `${first} – ${end}`;
  }
  return first === undefined ? end && `until ${end}` : `since ${first}`;
}
