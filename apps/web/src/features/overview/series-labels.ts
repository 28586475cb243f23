import type { Series, SeriesPoint, SeriesRange } from '@halyard/contract/overview';
import { formatDate, formatDay, formatMonth } from '../../shared/format/format-date.ts';

interface RangeLabels {
  readonly label: string;
  readonly within: string;
  /** What it is compared with; empty where there is nothing. */
  readonly before: string;
}

export const RANGE_LABELS: Readonly<Record<SeriesRange, RangeLabels>> = {
  '30d': { label: '30 days', within: 'in 30 days', before: 'on the 30 days before' },
  '12m': { label: '12 months', within: 'in a year', before: 'on a year earlier' },
  all: { label: 'All', within: 'in all', before: '' },
};

/** The day or month of each point, as short as an axis needs it. */
export function axisLabels({ points, step }: Pick<Series, 'points' | 'step'>): readonly string[] {
  return points.map(({ start }) => (step === 'day' ? formatDay(start) : formatMonth(start.slice(0, 7))));
}

/** The day or month of each point; the last has not ended. */
export function pointLabels({ points, step }: Pick<Series, 'points' | 'step'>): readonly string[] {
  return points.map(({ start }, index) => {
    const label =
      step === 'day' ? formatDate(new Date(`${start}T00:00:00Z`), 'UTC') : formatMonth(start.slice(0, 7));
    return index === points.length - 1 ? `${label}, so far` : label;
  });
}

interface DescribeOptions {
  /** What is drawn: `New users`. */
  readonly name: string;
  readonly measure: (point: SeriesPoint) => number;
  readonly say: (point: SeriesPoint) => string;
}

/** What a line over time shows, in a sentence. */
export function describeSeries(series: Series, { name, measure, say }: DescribeOptions): string {
  const { points, step } = series;
  const labels = pointLabels(series);
  const values = points.map(measure);
  const best = values.indexOf(Math.max(...values));
  const said = (index: number) => {
    const point = points.at(index);
    return point ? say(point) : '';
  };
  return (
    `${name} by ${step} from ${labels[0]} to ${labels.at(-1)}: ${said(0)} at first, ${said(-1)} at last, ` +
    `at most ${said(best)} ${step === 'day' ? 'on' : 'in'} ${labels[best]}.`
  );
}
