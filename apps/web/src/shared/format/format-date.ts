import { memoize } from './memoize.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Defaults to the browser's time zone. */
export type Zone = 'UTC';

const MINUTE_MS = 60_000;

/** Shifts an instant so that its UTC fields show the local clock. Faster than `Intl`, see format-number.ts. */
function wallClock(instant: Date, zone?: Zone): Date {
  return zone === 'UTC' ? instant : new Date(instant.getTime() - instant.getTimezoneOffset() * MINUTE_MS);
}

const exactFormat = memoize(
  (timeZone?: string) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      timeZone,
    }),
);

/** Formats a date as `Mar 3, 2026`. */
export function formatDate(instant: Date, zone?: Zone): string {
  const clock = wallClock(instant, zone);
  return `${MONTHS[clock.getUTCMonth()]} ${clock.getUTCDate()}, ${clock.getUTCFullYear()}`;
}

/** Formats a time as `Mar 3, 2026, 15:04:05 GMT+1`. Defaults to the browser's time zone. */
export function formatExactTime(instant: Date, timeZone?: string): string {
  return exactFormat(timeZone).format(instant);
}

/** Formats a time as `2026-03-03 15:04`. */
export function formatMinute(instant: Date, zone?: Zone): string {
  return wallClock(instant, zone).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats a time as `2026-03-03 14:04:05 UTC`. */
export function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats the day `2026-03-03` as `Mar 3`. */
export function formatDay(day: string): string {
  const start = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? day : `${MONTHS[start.getUTCMonth()]} ${start.getUTCDate()}`;
}

/** Formats `2026-03` as `Mar 2026`. */
export function formatMonth(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? month : `${MONTHS[start.getUTCMonth()]} ${start.getUTCFullYear()}`;
}
