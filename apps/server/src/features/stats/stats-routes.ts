import { readStats } from '@halyard/contract/stats';
import type { Mount } from '../../http/mount.ts';
import { presentStats } from './stats-presenter.ts';
import type { StatsService } from './stats-service.ts';

export function mountStats(mount: Mount, stats: StatsService): void {
  mount(readStats, async () => {
    const { counts, asOf } = await stats.read();
    return presentStats(counts, asOf);
  });
}
