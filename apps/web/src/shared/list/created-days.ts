import { daysFromUrl } from '../format/calendar-day.ts';
import { dayRangeLabel } from '../format/day-range-label.ts';
import type { UrlParameters } from './list-search.ts';

/** First and last day of creation in UTC, both inclusive, as in the URL and in the API. */
export interface CreatedDays {
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

export const ANY_DAY: CreatedDays = { createdFrom: undefined, createdTo: undefined };

export function createdDaysFromUrl({ createdFrom, createdTo }: UrlParameters): CreatedDays {
  const { from, to } = daysFromUrl({ from: createdFrom, to: createdTo });
  return { createdFrom: from, createdTo: to };
}

/** Describes the days: `2026-03-01 to 2026-03-05 (UTC)`. Returns undefined for any day. */
export function createdLabel({ createdFrom, createdTo }: CreatedDays): string | undefined {
  const days = dayRangeLabel({ from: createdFrom, to: createdTo });
  return days && `${days} (UTC)`;
}
