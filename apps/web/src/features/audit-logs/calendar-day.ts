const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a day such as `2026-03-03`. Returns undefined for anything else. */
export function dayFromUrl(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(startOf(value).getTime())
    ? value
    : undefined;
}

/** Returns the local start of the day that is `days` later. */
export function startOfDay(day: string, days = 0): Date {
  const start = startOf(day);
  start.setDate(start.getDate() + days);
  return start;
}

/** A date without a time zone is local. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
