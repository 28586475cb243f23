import { formatCount, formatPercent } from '../../shared/format/format-number.ts';

export interface Trend {
  readonly direction: 'up' | 'down' | 'level' | 'unknown';
  /** `Up 12.3%`, `No change`, `No earlier data`. */
  readonly text: string;
}

export function trendOf(now: number, before: number | undefined): Trend {
  if (before === undefined) {
    return { direction: 'unknown', text: 'No earlier data' };
  }
  if (now === before) {
    return { direction: 'level', text: 'No change' };
  }
  if (before === 0) {
    return { direction: 'up', text: 'Up from 0' };
  }
  const percent = Math.abs(now / before - 1) * 100;
  if (now > before) {
    return { direction: 'up', text: `Up ${formatChange(percent)}` };
  }
  const isNearlyAll = now !== 0 && percent > 99.9;
  return { direction: 'down', text: `Down ${isNearlyAll ? '>99.9%' : formatChange(percent)}` };
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
