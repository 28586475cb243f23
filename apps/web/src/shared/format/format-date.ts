/* Avoids `Intl`, see format-number.ts. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const MINUTE_MS = 60_000;

/** Formats a time by the browser's time zone as `[2026-03-03, 15:04:05]`. */
function localParts(instant: Date): [date: string, time: string] {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * MINUTE_MS);
  const [date = '', time = ''] = shifted.toISOString().split('T');
  return [date, time.slice(0, 8)];
}

/** Formats a date as `2026-03-03`. */
export function formatDate(instant: Date): string {
  return localParts(instant)[0];
}

/** Formats a time as `2026-03-03 15:04`. */
export function formatMinute(instant: Date): string {
  const [date, time] = localParts(instant);
  return `${date} ${time.slice(0, 5)}`;
}

/** Formats a time as `2026-03-03 15:04 UTC+01:00`. */
export function formatZonedMinute(instant: Date): string {
  return `${formatMinute(instant)} ${zoneName(instant)}`;
}

/** Formats a time as `2026-03-03 15:04:05 UTC+01:00`. */
export function formatExactTime(instant: Date): string {
  return `${localParts(instant).join(' ')} ${zoneName(instant)}`;
}

/** Formats a time as `2026-03-03 14:04:05 UTC`. */
export function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns the offset of the browser's time zone at that time: `UTC`, `UTC+05:45`. */
function zoneName(instant: Date): string {
  const offset = -instant.getTimezoneOffset();
  if (offset === 0) {
    return 'UTC';
  }
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60];
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** Formats `2026-03` as `Mar 2026`. */
export function formatMonth(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(start.getTime()) ? month : `${MONTHS[start.getUTCMonth()]} ${start.getUTCFullYear()}`;
}
