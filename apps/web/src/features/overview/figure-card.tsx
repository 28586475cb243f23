import type { ReactNode } from 'react';
import { Card } from '../../shared/ui/card.tsx';
import { FittedFigure } from '../../shared/ui/chart/fitted-figure.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { LinkedFigureProps } from './figure-link.tsx';
import { LinkedFigure } from './figure-links.tsx';

interface FigureCardProps {
  readonly title: string;
  readonly value: string | undefined;
  readonly note: string | undefined;
  readonly list: LinkedFigureProps['list'];
  readonly children: ReactNode;
}

export function FigureCard({ title, value, note, list, children }: FigureCardProps) {
  return (
    <Card title={title}>
      <div className="mt-1">
        <LinkedFigure list={list} figure={value}>
          <FittedFigure value={value} size="md" />
        </LinkedFigure>
      </div>
      <p className="mt-0.5 flex min-h-5 items-center text-ink-quiet text-xs tabular-nums">
        {note ?? <Skeleton className="h-3 w-16" />}
      </p>
      {children}
    </Card>
  );
}
