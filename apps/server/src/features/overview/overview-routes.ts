import { readOverview, readSeries } from '@halyard/contract/overview';
import type { Mount } from '../../http/mount.ts';
import { presentOverview } from './overview-presenter.ts';
import type { OverviewService } from './overview-service.ts';
import type { SeriesService } from './series-service.ts';

export function mountOverview(
  mount: Mount,
  { overview, series }: { readonly overview: OverviewService; readonly series: SeriesService },
): void {
  mount(readOverview, async () => presentOverview(await overview.read()));
  mount(readSeries, async ({ query }) => await series.read(query.range));
}
