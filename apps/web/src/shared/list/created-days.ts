import { daysFromUrl } from '../format/calendar-day.ts';
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

/** Describes the days: `from 2026-03-01 until 2026-03-05 (UTC)`. Returns undefined for any day. */
export function createdLabel({ createdFrom, createdTo }: CreatedDays): string | undefined {
  const from = createdFrom && `from ${createdFrom} `;
  const to = createdTo && `until ${createdTo} `;
  return from || to ? `${from ?? ''}${to ?? ''}(UTC)` : undefined;
}
