import type { Overview } from '@halyard/contract/overview';
import { useState } from 'react';
import { formatUsd } from '../../shared/lib/format-usd.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { FittedFigure } from '../../shared/ui/fitted-figure.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { RevenueTable } from './revenue-table.tsx';

interface RevenueCardProps {
  /** Undefined while it loads. */
  readonly revenue: Overview['revenue'] | undefined;
}

/** The dashboard's one big figure, with its line over time where the server tells it. */
export function RevenueCard({ revenue }: RevenueCardProps) {
  const [asTable, setAsTable] = useState(false);
  const months = revenue?.monthly ?? [];
  const chartRoom = !revenue || months.length > 0;
  const toggle = (
    <Button
      variant="quiet"
      className="-my-3 -mr-3"
      aria-pressed={asTable}
      onClick={() => setAsTable(!asTable)}
    >
      Show as table
    </Button>
  );
  const View = asTable ? RevenueTable : RevenueChart;
  return (
    <Card
      title="Revenue from service fees"
      className={`col-span-full ${chartRoom ? 'h-88' : ''}`}
      aside={months.length > 0 ? toggle : null}
    >
      <div className="mt-1">
        <FittedFigure value={revenue && formatUsd(revenue.totalUsd)} size="lg" />
      </div>
      <p className="text-ink-quiet text-xs">Total revenue in USD, all time</p>
      {chartRoom ? (
        <div className="mt-4 flex min-h-0 flex-1 flex-col">
          {revenue ? <View months={months} /> : <Skeleton className="h-full w-full" />}
        </div>
      ) : null}
    </Card>
  );
}
