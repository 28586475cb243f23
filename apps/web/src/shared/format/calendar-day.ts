const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;

/** The years that the server accepts. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '9999-12-31';
const FIRST_MS = Date.parse(`${FIRST_DAY}T00:00:00.000Z`);
const LAST_MS = Date.parse(`${LAST_DAY}T23:59:59.999Z`);

/** Calendar days in the browser's time zone, such as `2026-03-03`, both inclusive. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Parses a day such as `2026-03-03`. Returns undefined for anything else, such as `2026-02-31`. */
export function dayFromUrl(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && DAY.test(value) && daysAfter(value, 0) === value;
  return isDay && value >= FIRST_DAY && value <= LAST_DAY ? value : undefined;
}

/** Parses both days, which may be reversed. */
export function daysFromUrl({ from, to }: Readonly<Record<string, unknown>>): DayRange {
  return { from: dayFromUrl(from), to: dayFromUrl(to) };
}

/** Whether the last day is before the first one, so that no day is between them. */
export function isReversed({ from, to }: DayRange): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** Returns when the first day begins, and when the day after the last one begins. */
export function instantsOf({ from, to }: DayRange): DayRange {
  return { from: from && startOf(from), to: to && startOf(daysAfter(to, 1)) };
}

/** A time without a zone is local. If a clock change skips midnight, it is the time of that change. */
function startOf(day: string, zone: 'Z' | '' = ''): string {
  const start = Date.parse(`${day}T00:00:00${zone}`);
  return new Date(Math.min(Math.max(start, FIRST_MS), LAST_MS)).toISOString();
}

/** Returns when the first day begins in UTC, and when the day after the last one begins. */
export function utcInstantsOf({ from, to }: DayRange): DayRange {
  return { from: from && startOf(from, 'Z'), to: to && startOf(daysAfter(to, 1), 'Z') };
}

/** Counts in UTC, which has no clock changes. Returns an empty text for a day that is not a date. */
export function daysAfter(day: string, days: number): string {
  const start = new Date(Date.parse(day) + days * DAY_MS);
  return Number.isNaN(start.getTime()) ? '' : start.toISOString().replace(/T.*/, '');
}
