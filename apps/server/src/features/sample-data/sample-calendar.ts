export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MONTHS = 24;

/** When the business that the sample data shows began to take orders: the first of 24 months in UTC, this one included. */
export function firstDayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1));
}

/** @param at milliseconds since 1970; parts of one are dropped */
export function toIso(at: number): string {
  return new Date(at).toISOString();
}
