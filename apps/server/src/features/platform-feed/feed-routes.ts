import { feedMerchants, feedOrders, feedUsers } from '@halyard/contract/platform-feed';
import type { Mount } from '../../http/mount.ts';
import type { FeedService } from './feed-service.ts';

export function mountPlatformFeed(mount: Mount, feed: FeedService): void {
  mount(
    feedUsers,
    async ({ body, serviceKey, origin }) => await feed.users(body.users, { serviceKey, origin }),
  );

  mount(
    feedMerchants,
    async ({ body, serviceKey, origin }) => await feed.merchants(body.merchants, { serviceKey, origin }),
  );

  mount(
    feedOrders,
    async ({ body, serviceKey, origin }) => await feed.orders(body.orders, { serviceKey, origin }),
  );
}
