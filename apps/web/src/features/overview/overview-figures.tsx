import type { Overview } from '@halyard/contract/overview';
import { formatCount } from '../../shared/lib/format-number.ts';
import { FigureCard } from './figure-card.tsx';
import { OrderStatusesCard } from './order-statuses-card.tsx';
import { RecentActivityCard } from './recent-activity-card.tsx';
import { RevenueCard } from './revenue-card.tsx';

interface OverviewFiguresProps {
  /** Undefined while it loads: every figure then holds its place. */
  readonly overview: Overview | undefined;
}

export function OverviewFigures({ overview }: OverviewFiguresProps) {
  return (
    // What loads makes way as a whole, so that nothing is seen to move where the server tells less.
    <div
      key={overview ? 'figures' : 'loading'}
      aria-busy={!overview}
      className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4"
    >
      <RevenueCard revenue={overview?.revenue} />
      <FigureCard
        title="Total orders"
        value={overview && formatCount(overview.orders.total)}
        note={overview && `${formatCount(overview.orders.paid)} paid`}
      />
      <FigureCard
        title="Active users"
        value={overview && formatCount(overview.platform.activeUsers)}
        note="not blocked, not deleted"
      />
      <FigureCard
        title="Active merchants"
        value={overview && formatCount(overview.platform.activeMerchants)}
        note="not deleted"
      />
      <FigureCard
        title="Recent activity"
        value={overview && formatCount(overview.recentActivity.last24Hours)}
        note="last 24 hours"
      />
      <OrderStatusesCard orders={overview?.orders} />
      <RecentActivityCard activity={overview?.recentActivity} />
    </div>
  );
}
