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

const dayFormat = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', timeZone: 'UTC' });

/** `Mar 3, 2026` where the reader is, or in the IANA zone given. */
export function formatDate(instant: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { ...DATE, timeZone }).format(instant);
}

/** `Mar 3, 2026, 15:04:05 GMT+1` where the reader is, or in the IANA zone given. */
export function formatExactTime(instant: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { ...EXACT, timeZoneName: 'short', timeZone }).format(instant);
}

/** `2026-03-03 15:04` where the reader is, or in the IANA zone given. */
export function formatMinute(instant: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('sv-SE', { ...MINUTE, timeZone }).format(instant);
}

/** `2026-03-03 14:04:05 UTC` */
export function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-03-03`, a day of no zone, as `Mar 3`. */
export function formatDay(day: string): string {
  const start = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? day : dayFormat.format(start);
}

/** `2026-03` as `Mar 2026`. */
export function formatMonth(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? month : monthFormat.format(start);
}
