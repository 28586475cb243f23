import type { RevenueRange, Series, SeriesRange } from '@halyard/contract/overview';
import { dayFromUrl, daysAfter } from '../../../shared/format/calendar-day.ts';
import { formatCount } from '../../../shared/format/format-number.ts';
import { serverNow } from '../../../shared/lib/server-time.ts';
import type { DashboardSearch } from '../dashboard-search.ts';
import { type PeriodLabels, TO_DATE } from '../series-labels.ts';

/** Longest custom period that the server accepts. A copy, to keep Zod out of the bundle. */
const DAYS_MAX = 3_660;
const DAY_MS = 24 * 60 * 60_000;

/** Days in UTC as `2026-03-03`, both inclusive. */
export interface RevenueDays {
  readonly from: string;
  readonly to: string;
}

export type RevenueParameters = { readonly range: RevenueRange } | RevenueDays;

/** Errors of a custom period, by field. */
export interface DayProblems {
  readonly from?: string;
  readonly to?: string;
}

/** Returns what to ask the server for. Undefined if the days of a custom period are not valid. */
export function revenueParameters(state: DashboardSearch, today: string): RevenueParameters | undefined {
  if (state.period === 'custom') {
    const days = { from: dayText(state.from), to: dayText(state.to) };
    return Object.keys(dayProblems(days, today)).length === 0 ? days : undefined;
  }
  const range: SeriesRange = state.range ?? '30d';
  return { range: state.period ?? range };
}

export function dayText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function dayProblems({ from, to }: RevenueDays, today: string): DayProblems {
  const single = (day: string) => {
    if (dayFromUrl(day) === undefined) return { problem: 'Enter a date' };
    return day > today ? { problem: `Enter today (${today} in UTC) or an earlier day` } : undefined;
  };
  const [fromProblem, toProblem] = [single(from)?.problem, single(to)?.problem ?? spanProblem(from, to)];
  return {
    ...(fromProblem === undefined ? {} : { from: fromProblem }),
    ...(toProblem === undefined ? {} : { to: toProblem }),
  };
}

function spanProblem(from: string, to: string): string | undefined {
  if (from > to) return 'Enter the first day or a later one';
  const days = daysBetween({ from, to });
  return days > DAYS_MAX ? `Enter a period of at most ${formatCount(DAYS_MAX)} days` : undefined;
}

/** Counts both days. */
function daysBetween({ from, to }: RevenueDays): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

interface CustomSeries {
  readonly query: RevenueDays;
  readonly labelsOf: (step: Series['step']) => PeriodLabels;
}

/** Returns what to ask the server for, and how to name it. Undefined if the days are not valid. */
export function customSeries({ from, to }: Pick<DashboardSearch, 'from' | 'to'>): CustomSeries | undefined {
  const today = serverNow().toISOString().slice(0, 10);
  const query = { from: dayText(from), to: dayText(to) };
  return Object.keys(dayProblems(query, today)).length === 0
    ? { query, labelsOf: (step) => periodLabels(query, step, today) }
    : undefined;
}

function periodLabels(days: RevenueDays, step: Series['step'], today: string): PeriodLabels {
  const { from, to } = days;
  const count = formatCount(daysBetween(days));
  const length = count === '1' ? 'day' : `${count} days`;
  const isCut = (edge: string) => step === 'month' && !edge.endsWith('-01');
  return {
    within: from === to ? `on ${from} (UTC)` : `from ${from} to ${to} (UTC)`,
    shortWithin: count === '1' ? 'in 1 day' : `in ${length}`,
    before: `vs. previous ${length}`,
    first: isCut(from) ? ` (from ${from})` : '',
    last: lastLabel(to === today, isCut(daysAfter(to, 1)), to),
  };
}

function lastLabel(isOpen: boolean, isCut: boolean, to: string): string {
  if (isOpen) return TO_DATE;
  return isCut ? ` (to ${to})` : '';
}

/** Names the previous period: `in the 30 days before`. */
export function nameOfPrevious(parameters: RevenueParameters): string {
  if ('range' in parameters) {
    return parameters.range === 'month' ? 'in the same days of last month' : PREVIOUS[parameters.range];
  }
  const days = daysBetween(parameters);
  return days === 1 ? 'on the day before' : `in the ${formatCount(days)} days before`;
}

const PREVIOUS: Readonly<Record<SeriesRange, string>> = {
  '30d': 'in the 30 days before',
  '12m': 'in the 12 months before',
  all: '',
};
