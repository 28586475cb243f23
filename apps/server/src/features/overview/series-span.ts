import type { Series, SeriesRange } from '@halyard/contract/overview';

/** First and last day in UTC (`2026-03-01`). */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export interface SeriesSpan extends DaySpan {
  readonly step: Series['step'];
  /** Whether records outside the span count towards its first or last point. */
  readonly isOpen: boolean;
  readonly before: DaySpan | null;
}

const DAYS = 30;
const MONTHS = 12;
const MONTHS_MAX = 240;
/** Longest custom span with a point for each day. */
const DAY_STEPS_MAX = 92;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the days of a range or custom days, and of the previous period. @param firstDay day of the oldest record */
export function spanOf(
  choice: SeriesRange | DaySpan,
  today: string,
  firstDay: string | undefined,
): SeriesSpan {
  const span = typeof choice === 'string' ? boundsOf(choice, today, firstDay) : customSpan(choice);
  return { ...span, before: ifRecorded(span.before, firstDay) };
}

/** Returns null for a period that begins before the oldest record. */
export function ifRecorded(before: DaySpan | null, firstDay: string | undefined): DaySpan | null {
  return before && firstDay && firstDay <= before.from ? before : null;
}

function customSpan({ from, to }: DaySpan): SeriesSpan {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const [year, month, day] = partsOf(from);
  return {
    step: days > DAY_STEPS_MAX ? 'month' : 'day',
    from,
    to,
    isOpen: false,
    before: { from: dayOf(year, month, day - days), to: dayOf(year, month, day - 1) },
  };
}

function boundsOf(range: SeriesRange, today: string, firstDay: string | undefined): SeriesSpan {
  const [year, month, day] = partsOf(today);
  if (range === '30d') {
    const back = (days: number) => dayOf(year, month, day - days);
    return {
      step: 'day',
      from: back(DAYS - 1),
      to: today,
      isOpen: false,
      before: { from: back(2 * DAYS - 1), to: back(DAYS) },
    };
  }
  if (range === '12m') {
    const monthsBack = (months: number) => dayOf(year, month - months, 1);
    const [, , endOfMonth] = partsOf(dayOf(year - 1, month + 1, 0));
    return {
      step: 'month',
      from: monthsBack(MONTHS - 1),
      to: today,
      isOpen: false,
      before: { from: monthsBack(2 * MONTHS - 1), to: dayOf(year - 1, month, Math.min(day, endOfMonth)) },
    };
  }
  const [firstYear, firstMonth] = partsOf(firstDay ?? today);
  const thisMonth = 12 * year + month;
  const begin = Math.min(thisMonth, Math.max(12 * firstYear + firstMonth, thisMonth - (MONTHS_MAX - 1)));
  return {
    step: 'month',
    from: dayOf(Math.floor(begin / 12), begin % 12, 1),
    to: today,
    isOpen: true,
    before: null,
  };
}

/** Months start at 0. */
export function partsOf(day: string): [year: number, month: number, day: number] {
  const date = new Date(`${day}T00:00:00Z`);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

/** Months and days out of bounds overflow into the next unit. */
export function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
