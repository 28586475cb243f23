import { formatDate, formatExactTime, formatMinute, formatUtc } from '../format/format-date.ts';
import { relativeTime } from '../format/relative-time.ts';
import { useNow } from '../lib/use-now.ts';
import { Tooltip } from './overlay/tooltip.tsx';

interface TimestampProps {
  /** ISO 8601. */
  readonly instant: string;
  /** Shows a recent instant as an age. */
  readonly aged?: boolean;
  /** Shows the time after the date. */
  readonly withTime?: boolean;
}

/** A time by the browser's time zone. A tooltip shows the exact time with its zone, and in UTC. */
export function Timestamp({ instant, aged = false, withTime = false }: TimestampProps) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return <span>—</span>;
  }
  const format = withTime ? formatMinute : formatDate;
  return (
    <Tooltip side="beside" content={<ExactTime date={date} />}>
      {(trigger) => (
        <time
          dateTime={date.toISOString()}
          translate="no"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip needs a focusable element
          tabIndex={0}
          className="whitespace-nowrap rounded-sm tabular-nums"
          {...trigger}
        >
          {aged ? <Age of={date} /> : format(date)}
        </time>
      )}
    </Tooltip>
  );
}

function Age({ of }: { readonly of: Date }) {
  return <span>{useNow((now) => relativeTime(of, now))}</span>;
}

function ExactTime({ date }: { readonly date: Date }) {
  const [local, utc] = [formatExactTime(date), formatUtc(date)];
  return (
    <span translate="no" className="grid gap-0.5 tabular-nums">
      {local === utc ? null : <span>{local}</span>}
      <span>{utc}</span>
    </span>
  );
}
