import type { Trend } from './trend.ts';

const SIGNS = {
  up: 'drawn-arrow-up',
  down: 'drawn-arrow-down',
  level: 'drawn-equal',
  unknown: undefined,
} as const;

interface TrendNoteProps {
  readonly trend: Trend;
  /** What it is compared with; in a line of its own that has no room for it, only screen readers are told. */
  readonly before: string;
}

/** Which way a figure goes, as a sign and in words. */
export function TrendNote({ trend, before }: TrendNoteProps) {
  const sign = SIGNS[trend.direction];
  return (
    <span className="flex flex-wrap gap-x-1 whitespace-nowrap">
      <span className="flex items-center gap-1">
        {sign ? <span className={`drawn-icon ${sign} inline-flex shrink-0`} /> : null}
        <span className={sign ? 'font-medium text-ink' : ''}>{trend.words}</span>
      </span>
      {sign ? <span> {before}</span> : null}
    </span>
  );
}
