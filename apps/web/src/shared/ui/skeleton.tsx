interface SkeletonProps {
  /** CSS classes for width and height. */
  readonly className: string;
}

export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-surface-sunken motion-reduce:animate-none forced-colors:border ${className}`}
    />
  );
}
