import type { Trend } from './trend.ts';

const SIGNS = {
  up: 'drawn-arrow-up',
  down: 'drawn-arrow-down',
  level: 'drawn-equal',
  unknown: undefined,
} as const;

interface TrendNoteProps {
  readonly trend: Trend;
  /** What it is compared with; where room is scarce, only screen readers are told. */
  readonly before: string;
}

/** Which way a figure goes, as a sign and in words. */
export function TrendNote({ trend, before }: TrendNoteProps) {
  const sign = SIGNS[trend.direction];
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {sign ? <span className={`drawn-icon ${sign} inline-flex shrink-0`} /> : null}
      <span className={sign ? 'font-medium text-ink' : ''}>{trend.words}</span>
      {sign ? <span className="@max-[13rem]:sr-only"> {before}</span> : null}
    </span>
  );
}
