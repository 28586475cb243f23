import { formatCount, formatPercent } from '../../shared/lib/format-number.ts';

export interface Trend {
  readonly direction: 'up' | 'down' | 'level' | 'unknown';
  /** `Up 12.3%`, `Unchanged`, `No comparison`. */
  readonly words: string;
}

/** How a figure compares with the one before it; undefined where there is none. */
export function trendOf(now: number, before: number | undefined): Trend {
  if (before === undefined) {
    return { direction: 'unknown', words: 'No comparison' };
  }
  if (now === before) {
    return { direction: 'level', words: 'Unchanged' };
  }
  if (before === 0) {
    return { direction: 'up', words: 'Up from none' };
  }
  const change = formatChange(Math.abs(now / before - 1) * 100);
  return now > before
    ? { direction: 'up', words: `Up ${change}` }
    : { direction: 'down', words: `Down ${change}` };
}

function formatChange(percent: number): string {
  if (percent > 1_000) {
    return '>1,000%';
  }
  if (percent < 0.1) {
    return '<0.1%';
  }
  return percent < 99.95 ? formatPercent(percent) : `${formatCount(Math.round(percent))}%`;
}
