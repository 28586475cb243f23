import type { Series, SeriesPoint } from '@halyard/contract/overview';
import type { ReactNode } from 'react';
import { formatCompact, formatCount } from '../../shared/format/format-number.ts';
import { Sparkline } from '../../shared/ui/chart/sparkline.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { describeSeries, RANGE_LABELS } from './series-labels.ts';
import { trendOf } from './trend.ts';
import { TrendNote } from './trend-note.tsx';
import type { SeriesView } from './use-series.ts';

type Figure = 'paidOrders' | 'newUsers' | 'newMerchants' | 'auditEntries';

interface FigureTrendProps {
  readonly view: SeriesView;
  readonly figure: Figure;
  /** The line's name: `New users`. */
  readonly name: string;
  /** Text between the sum and the period: `new ` in `12 new in 30 days`. */
  readonly unit?: string;
}

export function FigureTrend({ view, figure, name, unit = '' }: FigureTrendProps) {
  if (view.kind === 'loading') {
    return (
      <TrendLayout
        sparkline={<Skeleton className="h-full w-full" />}
        amount={<Skeleton className="h-3 w-24" />}
        comparison={<Skeleton className="my-0.5 h-3 w-20" />}
      />
    );
  }
  if (view.kind === 'missing') {
    return null;
  }
  if (view.kind === 'failed') {
    return <TrendLayout sparkline={null} amount="Trend unavailable" comparison={null} />;
  }
  const { series, isStale } = view;
  const values = series.points.map((point) => point[figure]);
  const { shortWithin } = RANGE_LABELS[series.range];
  return (
    <TrendLayout
      isStale={isStale}
      sparkline={<Sparkline description={describe(series, name, figure)} values={values} lastIsOpen />}
      amount={`${formatSum(sumOf(values))} ${unit}${shortWithin}`}
      comparison={<Comparison series={series} figure={figure} />}
    />
  );
}

/** Compares with the previous period. Audit entries show a rate, because the log may have begun later. */
function Comparison({ series, figure }: { readonly series: Series; readonly figure: Figure }) {
  const { points, period, before, range, step } = series;
  if (figure === 'auditEntries') {
    const pace = sumOf(points.map((point) => point.auditEntries)) / points.length;
    return `${formatCompact(pace)} per ${step}`;
  }
  return <TrendNote trend={trendOf(period[figure], before?.[figure])} before={RANGE_LABELS[range].before} />;
}

function describe(series: Series, name: string, figure: Figure): string {
  const measure = (point: SeriesPoint) => point[figure];
  return describeSeries(series, { name, measure, format: (point) => formatCount(measure(point)) });
}

/** Formats sums exactly below a million. The table shows all digits. */
function formatSum(sum: number): string {
  return sum < 1_000_000 ? formatCount(sum) : formatCompact(sum);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

interface TrendLayoutProps {
  readonly sparkline: ReactNode;
  readonly amount: ReactNode;
  readonly comparison: ReactNode;
  readonly isStale?: boolean;
}

function TrendLayout({ sparkline, amount, comparison, isStale = false }: TrendLayoutProps) {
  return (
    <div
      className={`mt-auto pt-3 text-ink-quiet text-xs tabular-nums transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      <div className="h-8">{sparkline}</div>
      <div className="mt-2 flex h-4 items-center whitespace-nowrap">{amount}</div>
      <div className="mt-0.5 flex h-4 items-start overflow-hidden whitespace-nowrap">{comparison}</div>
    </div>
  );
}
