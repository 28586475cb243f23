interface ProgressLineProps {
  readonly refetching: boolean;
}

/** A thin line along the top edge of its positioned parent. It takes no space. */
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
