import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import type { Trend } from './trend.ts';

const ICONS = {
  up: ArrowUp,
  down: ArrowDown,
  level: Equal,
  unknown: undefined,
} as const;

interface TrendNoteProps {
  readonly trend: Trend;
  /** The comparison period: `vs. previous 30 days`. */
  readonly before: string;
}

export function TrendNote({ trend, before }: TrendNoteProps) {
  const Icon = ICONS[trend.direction];
  return (
    <span className="flex flex-wrap gap-x-1 whitespace-nowrap">
      <span className="flex items-center gap-1">
        {Icon ? <Icon className="size-3.5 shrink-0" /> : null}
        <span className={Icon ? 'font-medium text-ink' : ''}>{trend.text}</span>
      </span>
      {Icon ? <span>{` ${before}`}</span> : null}
    </span>
  );
}
