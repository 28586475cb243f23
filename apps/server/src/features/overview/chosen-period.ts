import { invalidField } from '../../infra/problem.ts';
import type { DaySpan } from './series-span.ts';

interface PeriodQuery<Range> {
  readonly range?: Range | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the range or the days of a request. @throws Problem `validation_error` for a day after today */
export function chosenPeriod<Range extends string>(
  { range, from, to }: PeriodQuery<Range>,
  today: string,
): Range | '30d' | DaySpan {
  if (from === undefined || to === undefined) return range ?? '30d';
  if (to > today) {
    throw invalidField('to', 'too_big', `Expected today (${today}, UTC) or an earlier day`);
  }
  return { from, to };
}
