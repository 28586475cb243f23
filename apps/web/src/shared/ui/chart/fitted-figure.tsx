import type { CSSProperties } from 'react';
import { Skeleton } from '../skeleton.tsx';

/** Figures longer than `characters` use a container query, which costs an extra style pass. */
const SIZES = {
  lg: {
    characters: 13,
    text: 'h-9 text-[1.75rem]',
    fitted: 'h-9 text-[length:min(1.75rem,calc(154cqi/var(--characters)))]',
    skeleton: 'h-7 w-52',
  },
  md: {
    characters: 9,
    text: 'h-7 text-xl',
    fitted: 'h-7 text-[length:min(1.25rem,calc(154cqi/var(--characters)))]',
    skeleton: 'h-5 w-20',
  },
} as const;

interface FittedFigureProps {
  /** Undefined while loading. */
  readonly value: string | undefined;
  readonly size: keyof typeof SIZES;
}

/** Shrinks a long figure to one line. */
export function FittedFigure({ value, size }: FittedFigureProps) {
  const { characters, text, fitted, skeleton } = SIZES[size];
  const figure = 'flex items-center whitespace-nowrap font-semibold tabular-nums';
  if (value !== undefined && value.length > characters) {
    return (
      <div className="@container">
        <p
          translate="no"
          className={`${figure} ${fitted}`}
          style={{ '--characters': value.length } as CSSProperties}
        >
          {value}
        </p>
      </div>
    );
  }
  return (
    <p translate="no" className={`${figure} ${text}`}>
      {value ?? <Skeleton className={skeleton} />}
    </p>
  );
}
