import { Skeleton } from '../skeleton.tsx';

interface SkeletonRowsProps {
  readonly count: number;
  /** CSS class. */
  readonly height: string;
}

export function SkeletonRows({ count, height }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, place) => `row-${place}`);
  return (
    <div className="grid gap-6">
      {rows.map((row) => (
        <Skeleton key={row} className={`w-full ${height}`} />
      ))}
    </div>
  );
}
