import { formatMinute, formatUtc } from '../../shared/format/format-date.ts';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';

/** Local time as `2026-03-03 15:04`, with UTC in a tooltip (specification, section 9, "Relative time"). */
export function WalletTime({ instant }: { readonly instant: string }) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return <span>—</span>;
  }
  return (
    <Tooltip content={<span className="tabular-nums">{formatUtc(date)}</span>}>
      {(trigger) => (
        <time
          dateTime={date.toISOString()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focus opens the tooltip with the time in UTC
          tabIndex={0}
          className="whitespace-nowrap rounded-sm tabular-nums"
          {...trigger}
        >
          {formatMinute(date)}
        </time>
      )}
    </Tooltip>
  );
}
