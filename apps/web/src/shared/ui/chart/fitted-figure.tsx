import type { CSSProperties } from 'react';
import { Skeleton } from '../skeleton.tsx';

const SIZES = {
  lg: { text: 'h-9 text-[length:min(1.75rem,calc(154cqi/var(--characters)))]', skeleton: 'h-7 w-52' },
  md: { text: 'h-7 text-[length:min(1.25rem,calc(154cqi/var(--characters)))]', skeleton: 'h-5 w-20' },
} as const;

interface FittedFigureProps {
  /** Undefined while it loads. */
  readonly value: string | undefined;
  readonly size: keyof typeof SIZES;
}

/** A figure on one line, however long: it grows smaller where it would not fit its place. */
export function FittedFigure({ value, size }: FittedFigureProps) {
  const { text, skeleton } = SIZES[size];
  const characters = { '--characters': value?.length ?? 1 } as CSSProperties;
  return (
    <div className="@container">
      <p
        className={`flex items-center whitespace-nowrap font-semibold tabular-nums ${text}`}
        style={characters}
      >
        {value ?? <Skeleton className={skeleton} />}
      </p>
    </div>
  );
}
