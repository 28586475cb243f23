import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';

interface CollapsibleFiltersProps {
  /** Number of active filters. */
  readonly active: number;
  readonly children: ReactNode;
}

export function CollapsibleFilters({ active, children }: CollapsibleFiltersProps) {
  const isNarrow = useIsNarrow();
  if (!isNarrow) {
    return children;
  }
  return (
    <details>
      <summary className="inline-flex h-11 w-fit cursor-pointer list-none items-center gap-2 rounded-md border border-line-strong bg-surface-raised px-3.5 font-medium text-base">
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        <span>Filters</span>
        {active === 0 ? null : (
          <span className="rounded-full bg-accent-soft px-2 text-sm tabular-nums">
            <span translate="no">{active}</span>
            <span className="sr-only"> active</span>
          </span>
        )}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
