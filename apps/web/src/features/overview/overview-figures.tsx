import type { SeriesRange } from '@halyard/contract/overview';
import { formatKnownCount } from '../../shared/format/format-number.ts';
import { FigureCard } from './figure-card.tsx';
import { FigureTrend } from './figure-trend.tsx';
import { OrderStatusesCard } from './order-statuses-card.tsx';
import type { ParsedOverview } from './parse-overview.ts';
import { RecentActivityCard } from './recent-activity-card.tsx';
import { RevenueCard } from './revenue-card.tsx';
import type { SeriesView } from './use-series.ts';

interface OverviewFiguresProps {
  readonly overview: ParsedOverview | undefined;
  readonly view: SeriesView;
  readonly range: SeriesRange;
  readonly onRange: (range: SeriesRange) => void;
}

export function OverviewFigures({ overview, view, range, onRange }: OverviewFiguresProps) {
  return (
    // The key swaps all skeletons at once, so that nothing shifts.
    <div
      key={`${overview ? 'figures' : 'loading'} ${view.kind === 'missing' ? 'without trends' : 'with trends'}`}
      aria-busy={!overview}
      className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 max-[22rem]:[&>section]:col-span-1 md:gap-4 xl:grid-cols-4"
    >
      <RevenueCard revenue={overview?.revenue} view={view} range={range} onRange={onRange} />
      <FigureCard
        title="Total orders"
        list="orders"
        value={overview && formatKnownCount(overview.orders.total)}
        note={overview && `${formatKnownCount(overview.orders.paid)} paid`}
      >
        <FigureTrend view={view} figure="paidOrders" name="Paid orders" />
      </FigureCard>
      <FigureCard
        title="Active users"
        list="users"
        value={overview && formatKnownCount(overview.platform.activeUsers)}
        note="Excludes blocked and deleted"
      >
        <FigureTrend view={view} figure="newUsers" name="New users" />
      </FigureCard>
      <FigureCard
        title="Active merchants"
        list="merchants"
        value={overview && formatKnownCount(overview.platform.activeMerchants)}
        note="Excludes deleted"
      >
        <FigureTrend view={view} figure="newMerchants" name="New merchants" />
      </FigureCard>
      <FigureCard
        title="Recent activity"
        list="24h"
        value={overview && formatKnownCount(overview.recentActivity.last24Hours)}
        note="last 24 hours"
      >
        <FigureTrend view={view} figure="auditEntries" name="Audit entries" />
      </FigureCard>
      <OrderStatusesCard orders={overview?.orders} />
      <RecentActivityCard activity={overview?.recentActivity} />
    </div>
  );
}
