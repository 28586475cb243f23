import type { RevenueRange } from '@halyard/contract/overview';
import { type DaySpan, dayOf, ifRecorded, partsOf, spanOf } from './series-span.ts';

/** A range of the contract, or the days from one to another. */
type RevenueChoice = RevenueRange | DaySpan;

export interface RevenueSpan extends DaySpan {
  /** Whether payments outside the span count, too. */
  readonly isOpen: boolean;
  readonly before: DaySpan | null;
}

/** Returns the days of a range and of the previous period. @param firstDay day of the oldest record */
export function revenueSpanOf(
  choice: RevenueChoice,
  today: string,
  firstDay: string | undefined,
): RevenueSpan {
  if (choice !== 'month') return spanOf(choice, today, firstDay);
  const [year, month, day] = partsOf(today);
  const [, , lastDayOfPrevious] = partsOf(dayOf(year, month, 0));
  const before = {
    from: dayOf(year, month - 1, 1),
    to: dayOf(year, month - 1, Math.min(day, lastDayOfPrevious)),
  };
  return { from: dayOf(year, month, 1), to: today, isOpen: false, before: ifRecorded(before, firstDay) };
}

/** Returns the first of the whole months of a span, and of the month after them. Both are `from` if there are none. */
export function wholeMonthsOf({ from, to }: DaySpan): { readonly first: string; readonly end: string } {
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  const first = dayOf(fromYear, fromMonth + (fromDay === 1 ? 0 : 1), 1);
  const end = dayOf(toYear, toMonth, toDay + 1).endsWith('-01')
    ? dayOf(toYear, toMonth + 1, 1)
    : dayOf(toYear, toMonth, 1);
  return first < end ? { first, end } : { first: from, end: from };
}
