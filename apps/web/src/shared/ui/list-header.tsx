import type { ReactNode } from 'react';
import { formatCount } from '../lib/format-number.ts';

interface ListHeaderProps {
  readonly title: string;
  /** How many there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** Buttons for the list as a whole, at the end of its title's line. */
  readonly actions?: ReactNode;
  /** Search and filters. */
  readonly children?: ReactNode;
}

export function ListHeader({ title, total, actions, children }: ListHeaderProps) {
  return (
    <div className="flex flex-col gap-4 px-(--gutter) pt-(--gutter) pb-4">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:min-h-11">
        <div className="flex items-baseline gap-2.5">
          <h1 className="font-semibold text-xl">{title}</h1>
          {total === undefined ? null : (
            <output className="text-ink-quiet text-lg tabular-nums">
              {formatCount(total)}
              <span className="sr-only"> in total</span>
            </output>
          )}
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </div>
  );
}
