import { RECENT_TIME_LABELS } from '../../shared/format/recent-time.ts';
import type { AuditLogFilters } from './audit-logs-search.ts';

export function timeLabel({ last, from, to }: AuditLogFilters): string | undefined {
  if (last !== undefined) {
    return RECENT_TIME_LABELS[last];
  }
  if (from !== undefined && to !== undefined) {
    return `${from} – ${to}`;
  }
  return from === undefined ? to && `until ${to}` : `since ${from}`;
}
