import type { SeriesPoint } from '@halyard/contract/overview';
import { useRef, useState } from 'react';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { formatCompact } from '../../shared/format/format-number.ts';
import { AreaChart } from '../../shared/ui/chart/area-chart.tsx';
import { LinkedFigure } from './figure-links.tsx';
import { axisLabels, describeSeries, pointLabels, type ShownSeries, TO_DATE } from './series-labels.ts';
import { trendOf } from './trend.ts';
import { TrendNote } from './trend-note.tsx';

const revenueOf = ({ revenueUsd }: SeriesPoint) => Number(revenueUsd);
const formatRevenue = ({ revenueUsd }: SeriesPoint) => formatUsdValue(revenueUsd);

/** Service fees over time. Shows the value under the pointer or the latest one. A click opens its orders. */
export function RevenueChart({ series }: { readonly series: ShownSeries }) {
  const shownRef = useRef<HTMLParagraphElement>(null);
  const [inspected, setInspected] = useState<number>();
  const {
    points,
    period,
    labels: { last, within },
  } = series;
  const labels = pointLabels(series);
  const axis = axisLabels(series);
  const at = Math.min(inspected ?? points.length - 1, points.length - 1);
  const shown = points[at];
  return (
    <>
      <div className="mb-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm tabular-nums max-md:min-h-11">
        <Period series={series} />
        <p ref={shownRef} className="flex gap-2">
          <span translate="no" className="text-ink-quiet">
            {labels[at]}
          </span>
          <LinkedFigure list="revenue" series={series} at={at} figure={shown && formatRevenue(shown)}>
            <span translate="no" className="font-medium">
              {shown && formatRevenue(shown)}
            </span>
          </LinkedFigure>
        </p>
      </div>
      {Number(period.revenueUsd) === 0 ? (
        <p className="flex flex-1 items-center justify-center px-4 text-center text-ink-quiet text-sm">
          {`No service fees ${series.range === 'all' ? 'yet' : within}. Fees appear here once orders are paid.`}
        </p>
      ) : (
        <AreaChart
          name={`Revenue by ${series.step}`}
          description={describeSeries(series, {
            name: 'Revenue',
            measure: revenueOf,
            format: formatRevenue,
          })}
          points={points.map((point, index) => ({
            label: axis[index] ?? '',
            value: revenueOf(point),
            text: `${labels[index]}: ${formatRevenue(point)}`,
          }))}
          lastIsOpen={last === TO_DATE}
          formatTick={formatTick}
          zone="UTC"
          onInspect={setInspected}
          onOpen={() => shownRef.current?.querySelector('a')?.click()}
        />
      )}
    </>
  );
}

/** Formats an axis label: `$1.2K`, `$0.015`. */
function formatTick(value: number): string {
  return `$${value < 1 ? Number(value.toPrecision(2)) : formatCompact(value)}`;
}

function Period({ series }: { readonly series: ShownSeries }) {
  const { period, before, labels } = series;
  const figure = formatUsdValue(period.revenueUsd);
  const trend = trendOf(Number(period.revenueUsd), before ? Number(before.revenueUsd) : undefined);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-quiet">
      <span>
        <LinkedFigure list="revenue" series={series} figure={figure}>
          <span translate="no" className="font-medium text-ink">
            {figure}
          </span>
        </LinkedFigure>{' '}
        <span>{labels.within}</span>
      </span>
      <TrendNote trend={trend} before={labels.before} />
    </p>
  );
}
