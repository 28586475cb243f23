import { formatDate, formatExactTime, formatUtc } from '../format/format-date.ts';
import { relativeTime } from '../format/relative-time.ts';
import { useNow } from '../lib/use-now.ts';
import { Tooltip } from './overlay/tooltip.tsx';

interface TimestampProps {
  /** ISO 8601. */
  readonly instant: string;
  /** Shows a recent instant as an age. */
  readonly aged?: boolean;
}

export function Timestamp({ instant, aged = false }: TimestampProps) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return <span>—</span>;
  }
  return (
    <Tooltip content={<ExactTime date={date} />}>
      {(trigger) => (
        <time
          dateTime={date.toISOString()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip needs a focusable element
          tabIndex={0}
          className="whitespace-nowrap rounded-sm tabular-nums"
          {...trigger}
        >
          {aged ? <Age of={date} /> : formatDate(date)}
        </time>
      )}
    </Tooltip>
  );
}

function Age({ of }: { readonly of: Date }) {
  return useNow((now) => relativeTime(of, now));
}

function ExactTime({ date }: { readonly date: Date }) {
  return (
    <span className="grid gap-0.5 tabular-nums">
      <span>{formatExactTime(date)}</span>
      <span>{formatUtc(date)}</span>
    </span>
  );
}
