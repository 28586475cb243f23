import { kept } from './kept.ts';

const LOCALE = 'en-US';
const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MINUTE = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;
const EXACT = { ...DATE, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** By time zone, as all of these. */
const dateFormat = kept((timeZone?: string) => new Intl.DateTimeFormat(LOCALE, { ...DATE, timeZone }));
const exactFormat = kept(
  (timeZone?: string) => new Intl.DateTimeFormat(LOCALE, { ...EXACT, timeZoneName: 'short', timeZone }),
);
const minuteFormat = kept((timeZone?: string) => new Intl.DateTimeFormat('sv-SE', { ...MINUTE, timeZone }));
const dayFormat = kept(
  (timeZone: string) => new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone }),
);
const monthFormat = kept(
  (timeZone: string) => new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', timeZone }),
);

/** `Mar 3, 2026` where the reader is, or in the IANA zone given. */
export function formatDate(instant: Date, timeZone?: string): string {
  return dateFormat(timeZone).format(instant);
}

/** `Mar 3, 2026, 15:04:05 GMT+1` where the reader is, or in the IANA zone given. */
export function formatExactTime(instant: Date, timeZone?: string): string {
  return exactFormat(timeZone).format(instant);
}

/** `2026-03-03 15:04` where the reader is, or in the IANA zone given. */
export function formatMinute(instant: Date, timeZone?: string): string {
  return minuteFormat(timeZone).format(instant);
}

/** `2026-03-03 14:04:05 UTC` */
export function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-03-03`, a day of no zone, as `Mar 3`. */
export function formatDay(day: string): string {
  const start = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? day : dayFormat('UTC').format(start);
}

/** `2026-03` as `Mar 2026`. */
export function formatMonth(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? month : monthFormat('UTC').format(start);
}
