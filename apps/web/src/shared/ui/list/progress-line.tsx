import type { Rereading } from './rereading.ts';

interface ProgressLineProps {
  readonly rereading: Rereading;
}

/**
 * A thin line along the top edge of what is being read again, after a moment where nobody asked for others. It takes no
 * room; its parent is positioned.
 */
export function ProgressLine({ rereading }: ProgressLineProps) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden"
    >
      {rereading ? (
        <span
          data-rereading={rereading}
          className="progress-line block h-full w-1/3 bg-accent forced-colors:bg-[Highlight]"
        />
      ) : null}
    </span>
  );
}
