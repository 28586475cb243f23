interface SkeletonProps {
  /** Width and height of what will come, as classes. */
  readonly className: string;
}

/** A grey bar in the place and size of what is still loading; silent to screen readers. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-surface-sunken motion-reduce:animate-none forced-colors:border ${className}`}
    />
  );
}
