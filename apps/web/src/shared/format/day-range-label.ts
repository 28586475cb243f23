import type { DayRange } from './calendar-day.ts';

/** Returns `2026-03-01 to 2026-03-05`, the only day, `since 2026-03-01` or `through 2026-03-05`, or undefined for any day. */
export function dayRangeLabel({ from, to }: DayRange): string | undefined {
  if (from === to) {
    return from;
  }
  if (from === undefined) {
    return `through ${to}`;
  }
  return to === undefined ? `since ${from}` : `${from} to ${to}`;
}
