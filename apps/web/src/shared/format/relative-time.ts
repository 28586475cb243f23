import { RELATIVE_TIME_LIMITS } from '@halyard/contract/constants';
import { formatDate } from './format-date.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = RELATIVE_TIME_LIMITS.minutes * MINUTE_MS;
const DAY_MS = RELATIVE_TIME_LIMITS.hours * HOUR_MS;

/** Formats the age of an instant (specification, section 9, "Relative time"). A future instant counts as now. */
export function relativeTime(instant: Date, now: Date): string {
  const age = now.getTime() - instant.getTime();
  if (age < MINUTE_MS) {
    return 'Just now';
  }
  if (age < HOUR_MS) {
    return `${Math.floor(age / MINUTE_MS)}m ago`;
  }
  if (age < DAY_MS) {
    return `${Math.floor(age / HOUR_MS)}h ago`;
  }
  if (age < RELATIVE_TIME_LIMITS.days * DAY_MS) {
    return `${Math.floor(age / DAY_MS)}d ago`;
  }
  return formatDate(instant);
}
