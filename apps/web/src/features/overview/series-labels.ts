import type { Series, SeriesPoint, SeriesRange } from '@halyard/contract/overview';
import { formatMonth } from '../../shared/format/format-date.ts';

export interface PeriodLabels {
  readonly within: string;
  readonly shortWithin: string;
  /** The comparison period; empty if there is none. */
  readonly before: string;
  /** Follows the first day or month if it is incomplete. */
  readonly first?: string;
  /** Follows the last day or month if it is incomplete. */
  readonly last: string;
}

interface RangeLabels extends PeriodLabels {
  readonly label: string;
}

/** Figures over time, with the request's range instead of the response's. */
export interface ShownSeries extends Omit<Series, 'range'> {
  /** Undefined for custom days. */
  readonly range: SeriesRange | undefined;
  readonly labels: PeriodLabels;
}

export const TO_DATE = ' (to date)';

export const RANGE_LABELS: Readonly<Record<SeriesRange, RangeLabels>> = {
  '30d': {
    label: '30 days',
    within: 'in the last 30 days',
    shortWithin: 'in 30 days',
    before: 'vs. previous 30 days',
    last: TO_DATE,
  },
  '12m': {
    label: '12 months',
    within: 'in the last 12 months',
    shortWithin: 'in 12 months',
    before: 'vs. previous 12 months',
    last: TO_DATE,
  },
  all: { label: 'All', within: 'all time', shortWithin: 'all time', before: '', last: TO_DATE },
};

/** Returns the day or month of each point. */
export function axisLabels({ points, step }: Pick<Series, 'points' | 'step'>): readonly string[] {
  return points.map((point) => axisLabel(point, step));
}

function axisLabel({ start }: SeriesPoint, step: Series['step']): string {
  return step === 'day' ? start : formatMonth(start.slice(0, 7));
}

/** Returns the day or month of each point, and marks incomplete ones. */
export function pointLabels(series: ShownSeries): readonly string[] {
  return series.points.map((point, index) => pointLabel(series, point, index));
}

export function pointLabel(
  { points, step, labels: { first = '', last } }: ShownSeries,
  point: SeriesPoint,
  index: number,
): string {
  const start = index === 0 ? first : '';
  const end = index === points.length - 1 ? last : '';
  return `${axisLabel(point, step)}${start}${end}`;
}

interface DescribeOptions {
  readonly name: string;
  readonly measure: (point: SeriesPoint) => number;
  readonly format: (point: SeriesPoint) => string;
}

export function describeSeries(series: ShownSeries, { name, measure, format }: DescribeOptions): string {
  const { points, step } = series;
  const labels = pointLabels(series);
  const values = points.map(measure);
  const peak = values.indexOf(Math.max(...values));
  const valueAt = (index: number) => {
    const point = points.at(index);
    return point ? format(point) : '';
  };
  return (
    `${name} by ${step} from ${labels[0]} to ${labels.at(-1)}: starts at ${valueAt(0)}, ` +
    `ends at ${valueAt(-1)}, peaks at ${valueAt(peak)} ${step === 'day' ? 'on' : 'in'} ${labels[peak]}.`
  );
}
