import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import type { Trend } from './trend.ts';

const ICONS = { up: ArrowUp, down: ArrowDown, level: Equal, unknown: undefined } as const;

interface TrendNoteProps {
  readonly trend: Trend;
  /** What it is compared with; where room is scarce, only screen readers are told. */
  readonly before: string;
}

/** Which way a figure goes, as a sign and in words. */
export function TrendNote({ trend, before }: TrendNoteProps) {
  const Icon = ICONS[trend.direction];
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
      <span className={Icon ? 'font-medium text-ink' : ''}>{trend.words}</span>
      {Icon ? <span className="@max-[13rem]:sr-only"> {before}</span> : null}
    </span>
  );
}
