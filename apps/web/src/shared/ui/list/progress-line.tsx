interface ProgressLineProps {
  /** Whether it is seen. */
  readonly refetching: boolean;
}

/**
 * A thin line along the top edge of what is being read again. It takes no room; its parent is positioned.
 */
export function ProgressLine({ refetching }: ProgressLineProps) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden"
    >
      {refetching ? (
        <span className="progress-line block h-full w-1/3 bg-accent forced-colors:bg-[Highlight]" />
      ) : null}
    </span>
  );
}
