import type { Series, SeriesPoint, SeriesRange } from '@halyard/contract/overview';
import { formatMonth } from '../../shared/format/format-date.ts';

interface RangeLabels {
  readonly label: string;
  readonly within: string;
  readonly shortWithin: string;
  /** The comparison period; empty if there is none. */
  readonly before: string;
}

export const RANGE_LABELS: Readonly<Record<SeriesRange, RangeLabels>> = {
  '30d': {
    label: '30 days',
    within: 'in the last 30 days',
    shortWithin: 'in 30 days',
    before: 'vs. previous 30 days',
  },
  '12m': {
    label: '12 months',
    within: 'in the last 12 months',
    shortWithin: 'in 12 months',
    before: 'vs. previous 12 months',
  },
  all: { label: 'All', within: 'all time', shortWithin: 'all time', before: '' },
};

/** Returns the day or month of each point. */
export function axisLabels({ points, step }: Pick<Series, 'points' | 'step'>): readonly string[] {
  return points.map(({ start }) => (step === 'day' ? start : formatMonth(start.slice(0, 7))));
}

/** Returns the day or month of each point, and marks the last one as incomplete. */
export function pointLabels(series: Pick<Series, 'points' | 'step'>): readonly string[] {
  return axisLabels(series).map((label, index, { length }) =>
    index === length - 1 ? `${label} (to date)` : label,
  );
}

interface DescribeOptions {
  readonly name: string;
  readonly measure: (point: SeriesPoint) => number;
  readonly format: (point: SeriesPoint) => string;
}

export function describeSeries(series: Series, { name, measure, format }: DescribeOptions): string {
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
