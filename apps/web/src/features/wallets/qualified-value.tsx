import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { WithTooltip } from './with-tooltip.tsx';

interface QualifiedValueProps {
  /** Why the value is partial or outdated; undefined if it is neither. */
  readonly warning: string | undefined;
  readonly children: ReactNode;
}

export function QualifiedValue({ warning, children }: QualifiedValueProps) {
  if (warning === undefined) {
    return children;
  }
  return (
    <WithTooltip tooltip={<bdi>{warning}</bdi>} className="text-ink-quiet">
      <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em] text-warn" />
      {children}
      <span className="sr-only">{`. ${warning}`}</span>
    </WithTooltip>
  );
}
