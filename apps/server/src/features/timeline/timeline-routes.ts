import { readMerchantTimeline, readOrderTimeline, readUserTimeline } from '@halyard/contract/timeline';
import type { Mount } from '../../http/mount.ts';
import { presentTimeline } from './timeline-presenter.ts';
import type { TimelineService } from './timeline-service.ts';

export function mountTimelines(mount: Mount, timelines: TimelineService): void {
  mount(readUserTimeline, async ({ params: { id }, query }) =>
    presentTimeline(await timelines.read({ type: 'user', id }, query)),
  );
  mount(readMerchantTimeline, async ({ params: { id }, query }) =>
    presentTimeline(await timelines.read({ type: 'merchant', id }, query)),
  );
  mount(readOrderTimeline, async ({ params: { id }, query }) =>
    presentTimeline(await timelines.read({ type: 'order', id }, query)),
  );
}
