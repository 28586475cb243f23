import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Explained } from './explained.tsx';

interface DoubtfulFigureProps {
  /** Why it is not to be taken at face value; undefined where it is. */
  readonly doubt: string | undefined;
  readonly children: ReactNode;
}

/** A figure that looks different where it is partial or old, and says why on request and to screen readers. */
export function DoubtfulFigure({ doubt, children }: DoubtfulFigureProps) {
  if (doubt === undefined) {
    return children;
  }
  return (
    <Explained explanation={<bdi>{doubt}</bdi>} className="text-ink-quiet">
      <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.15em] text-warn" />
      {children}
      <span className="sr-only">. {doubt}</span>
    </Explained>
  );
}
