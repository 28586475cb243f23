import type { ReactNode } from 'react';
import { formatCompact, formatCount } from '../../shared/format/format-number.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LinkedFigure } from './figure-links.tsx';
import type { FigureList } from './figure-lists.ts';
import type { ShownSeries } from './series-labels.ts';
import { trendOf } from './trend.ts';
import { TrendNote } from './trend-note.tsx';
import type { SeriesView } from './use-series.ts';

type Figure = 'paidOrders' | 'newUsers' | 'newMerchants' | 'auditEntries';

const LISTS: Readonly<Record<Figure, FigureList>> = {
  paidOrders: 'payments',
  newUsers: 'newUsers',
  newMerchants: 'newMerchants',
  auditEntries: 'entries',
};

interface FigureTrendProps {
  readonly view: SeriesView;
  readonly figure: Figure;
  /** What the trend counts, which differs from the card's figure: `New users`. */
  readonly name: string;
}

/** The sum of another figure in the chosen range, compared with the previous period. */
export function FigureTrend({ view, figure, name }: FigureTrendProps) {
  if (view.kind === 'loading') {
    return (
      <TrendLayout name={name} sum={<Skeleton className="h-3 w-16" />}>
        <Skeleton className="my-0.5 h-3 w-20" />
      </TrendLayout>
    );
  }
  if (view.kind === 'missing') {
    return null;
  }
  if (view.kind === 'failed') {
    return (
      <TrendLayout name={name} sum={null}>
        Trend unavailable
      </TrendLayout>
    );
  }
  const { series, isStale } = view;
  const sum = formatSum(sumOf(series, figure));
  return (
    <TrendLayout
      name={name}
      sum={
        <span>
          <LinkedFigure list={LISTS[figure]} series={series} figure={sum}>
            <span>{sum}</span>
          </LinkedFigure>{' '}
          <span>{series.labels.shortWithin}</span>
        </span>
      }
      isStale={isStale}
    >
      <Comparison series={series} figure={figure} />
    </TrendLayout>
  );
}

/** Compares with the previous period. Audit entries show a rate, because the log may have begun later. */
function Comparison({ series, figure }: { readonly series: ShownSeries; readonly figure: Figure }) {
  const { points, period, before, labels, step } = series;
  if (figure === 'auditEntries') {
    return <span>{`${formatCompact(sumOf(series, figure) / points.length)} per ${step}`}</span>;
  }
  return <TrendNote trend={trendOf(period[figure], before?.[figure])} before={labels.before} />;
}

/** Formats sums exactly below a million. The table shows all digits. */
function formatSum(sum: number): string {
  return sum < 1_000_000 ? formatCount(sum) : formatCompact(sum);
}

function sumOf({ points }: ShownSeries, figure: Figure): number {
  return points.reduce((sum, point) => sum + point[figure], 0);
}

interface TrendLayoutProps {
  readonly name: string;
  readonly sum: ReactNode;
  readonly isStale?: boolean;
  readonly children: ReactNode;
}

/** Reserves two lines for the comparison, which wraps in a narrow card. */
function TrendLayout({ name, sum, isStale = false, children }: TrendLayoutProps) {
  return (
    <div
      className={`mt-auto pt-3 text-ink-quiet text-xs tabular-nums transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      <div className="border-line border-t pt-2 font-medium text-ink">{name}</div>
      <div className="mt-0.5 flex h-4 items-center">{sum}</div>
      <div className="mt-0.5 min-h-8">{children}</div>
    </div>
  );
}
