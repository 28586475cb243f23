export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MONTHS = 24;

/** Returns the start of the first of 24 months, in UTC. */
export function firstDayOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1));
}

/** @param at Unix time in milliseconds; fractions are dropped */
export function toIso(at: number): string {
  return new Date(at).toISOString();
}
