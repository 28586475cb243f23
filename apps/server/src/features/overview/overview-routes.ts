import { readOverview } from '@halyard/contract/overview';
import type { Mount } from '../../http/mount.ts';
import { presentOverview } from './overview-presenter.ts';
import type { OverviewService } from './overview-service.ts';

export function mountOverview(mount: Mount, overview: OverviewService): void {
  mount(readOverview, async () => presentOverview(await overview.read()));
}
