import type { Overview, SeriesRange } from '@halyard/contract/overview';
import { useState } from 'react';
import { formatUsd } from '../../shared/format/format-usd.ts';
import { failureOf } from '../../shared/query/failure-of.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { FittedFigure } from '../../shared/ui/chart/fitted-figure.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { SegmentedChoice } from '../../shared/ui/field/segmented-choice.tsx';
import { LazyTab } from '../../shared/ui/lazy-tab.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LinkedFigure } from './figure-links.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { RANGE_LABELS } from './series-labels.ts';
import type { SeriesView } from './use-series.ts';

/** A copy of the contract's ranges, to keep Zod out of the bundle. */
const RANGES: readonly SeriesRange[] = ['30d', '12m', 'all'];
const RANGE_OPTIONS = RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range].label }));
const CUSTOM = { value: 'custom', label: 'Custom' } as const;

/** The table loads when it is asked for. */
const loadSeriesTable = () => import('./series-table.tsx').then(({ SeriesTable }) => SeriesTable);

interface RevenueCardProps {
  readonly revenue: Overview['revenue'] | undefined;
  readonly view: SeriesView;
  readonly range: SeriesRange;
  readonly onRange: (range: SeriesRange) => void;
}

export function RevenueCard({ revenue, view, range, onRange }: RevenueCardProps) {
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <Button variant="quiet" className="-my-3 -mr-3" onClick={() => setAsTable(!asTable)}>
      <span>
        <span className="max-[24rem]:sr-only">Show as </span>
        <span className="max-[24rem]:capitalize">{asTable ? 'chart' : 'table'}</span>
      </span>
    </Button>
  );
  const figure = revenue && formatUsd(revenue.totalUsd);
  // A table grows with its rows.
  const height = asTable ? 'min-h-108 md:min-h-100' : 'h-108 md:h-100';
  const isCustom = view.kind === 'known' && !view.isStale && view.series.range === undefined;
  return (
    <Card
      title="Revenue from service fees"
      className={`col-span-full ${view.kind === 'missing' ? '' : height}`}
      aside={view.kind === 'known' ? toggle : null}
    >
      {/* Above the button, which is higher than its line. */}
      <div className="relative mt-1">
        <LinkedFigure list="revenue" figure={figure}>
          <FittedFigure value={figure} size="lg" />
        </LinkedFigure>
      </div>
      <p className="text-ink-quiet text-xs">Total revenue in USD, all time</p>
      {view.kind === 'missing' ? null : (
        <div className="mt-4 flex min-h-0 flex-1 flex-col gap-3">
          {revenue ? (
            <div>
              <SegmentedChoice<SeriesRange | 'custom'>
                label="Range"
                value={isCustom ? 'custom' : range}
                options={isCustom ? [...RANGE_OPTIONS, CUSTOM] : RANGE_OPTIONS}
                onChange={(chosen) => chosen === 'custom' || onRange(chosen)}
              />
            </div>
          ) : (
            <Skeleton className="h-8 w-50 max-md:h-11" />
          )}
          <OverTime view={view} asTable={asTable} />
        </div>
      )}
    </Card>
  );
}

function OverTime({ view, asTable }: { readonly view: SeriesView; readonly asTable: boolean }) {
  if (view.kind === 'failed') {
    return (
      <div className="-my-8 flex flex-1 items-center justify-center">
        <ErrorState
          title="Couldn't load the trend"
          {...failureOf(view.error)}
          retrying={view.isRetrying}
          onRetry={view.retry}
        />
      </div>
    );
  }
  if (view.kind !== 'known') {
    return <Skeleton className="w-full flex-1" />;
  }
  return (
    <div
      className={`flex min-h-0 flex-1 flex-col transition-opacity has-[p>a]:[&_[role=slider]]:cursor-pointer ${view.isStale ? 'opacity-60' : ''}`}
      aria-busy={view.isStale}
    >
      {asTable ? (
        <LazyTab noun="the table" load={loadSeriesTable} props={{ series: view.series }} />
      ) : (
        <RevenueChart series={view.series} />
      )}
    </div>
  );
}
