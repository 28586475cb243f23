import { readOverview, readRevenue, readSeries } from '@halyard/contract/overview';
import type { Mount } from '../../http/mount.ts';
import { presentOverview } from './overview-presenter.ts';
import type { OverviewService } from './overview-service.ts';
import type { RevenueService } from './revenue-service.ts';
import type { SeriesService } from './series-service.ts';

export function mountOverview(
  mount: Mount,
  parts: {
    readonly overview: OverviewService;
    readonly series: SeriesService;
    readonly revenue: RevenueService;
  },
): void {
  const { overview, series, revenue } = parts;
  mount(readOverview, async () => presentOverview(await overview.read()));
  mount(readSeries, async ({ query }) => await series.read(query));
  mount(readRevenue, async ({ query }) => await revenue.read(query));
}
