const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar such as `2026-03-03`; undefined for anything that is none. */
export function dayFromUrl(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(startOf(value).getTime())
    ? value
    : undefined;
}

/** The instant at which a day begins where the reader is, `days` later. */
export function startOfDay(day: string, days = 0): Date {
  const start = startOf(day);
  start.setDate(start.getDate() + days);
  return start;
}

/** Without a zone it is the reader's. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
