import { useState } from 'react';
import { formatMonth } from '../../shared/lib/format-date.ts';
import { formatCompact } from '../../shared/lib/format-number.ts';
import { formatUsd } from '../../shared/lib/format-usd.ts';
import { AreaChart } from '../../shared/ui/area-chart.tsx';
import type { RevenueMonth } from './revenue-month.ts';

interface RevenueChartProps {
  /** Oldest first, at least one. */
  readonly months: readonly RevenueMonth[];
}

/** The service fees month by month; the pointer reads single months, the newest stands there otherwise. */
export function RevenueChart({ months }: RevenueChartProps) {
  const [inspected, setInspected] = useState<number>();
  const points = months.map(({ month, usd }) => ({ label: formatMonth(month), value: Number(usd) }));
  if (points.every((point) => point.value === 0)) {
    return (
      <p className="flex flex-1 items-center justify-center px-4 text-center text-ink-quiet text-sm">
        No service fees yet. They appear here once orders are paid.
      </p>
    );
  }
  const shown = months[inspected ?? months.length - 1];
  return (
    <>
      <p aria-hidden="true" className="mb-2 flex gap-2 text-sm tabular-nums">
        <span className="text-ink-quiet">{formatMonth(shown?.month ?? '')}</span>
        <span className="font-medium">{formatUsd(shown?.usd ?? '')}</span>
      </p>
      <AreaChart
        description={describe(months)}
        points={points}
        formatTick={(value) => `$${formatCompact(value)}`}
        onInspect={setInspected}
      />
    </>
  );
}

function describe(months: readonly RevenueMonth[]): string {
  const [first] = months;
  const last = months.at(-1);
  const best = months.toSorted((one, other) => Number(other.usd) - Number(one.usd))[0];
  if (!first || !last || !best) {
    return 'Revenue by month';
  }
  return (
    `Revenue by month from ${formatMonth(first.month)} to ${formatMonth(last.month)}: ` +
    `${formatUsd(first.usd)} at first, ${formatUsd(last.usd)} at last, ` +
    `at most ${formatUsd(best.usd)} in ${formatMonth(best.month)}.`
  );
}
