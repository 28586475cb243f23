import {
  feedCredentials,
  feedMerchants,
  feedOrders,
  feedUsers,
  readUserAccess,
} from '@halyard/contract/platform-feed';
import { feedAuditLogs } from '@halyard/contract/platform-feed-audit-logs';
import {
  feedWalletLocks,
  feedWallets,
  feedWalletTransactions,
} from '@halyard/contract/platform-feed-wallets';
import type { Mount } from '../../http/mount.ts';
import type { AuditFeedService } from './audit-feed-service.ts';
import type { FeedService } from './feed-service.ts';
import type { FeedWalletsService } from './feed-wallets-service.ts';
import { presentUserAccess } from './user-access-presenter.ts';
import type { UserAccessService } from './user-access-service.ts';

export function mountPlatformFeed(
  mount: Mount,
  {
    feed,
    wallets,
    auditLogs,
    access,
  }: {
    readonly feed: FeedService;
    readonly wallets: FeedWalletsService;
    readonly auditLogs: AuditFeedService;
    readonly access: UserAccessService;
  },
): void {
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

  mount(
    feedCredentials,
    async ({ body, serviceKey, origin }) => await feed.credentials(body.credentials, { serviceKey, origin }),
  );

  mount(
    feedWallets,
    async ({ body, serviceKey, origin }) => await wallets.wallets(body.wallets, { serviceKey, origin }),
  );

  mount(
    feedWalletLocks,
    async ({ body, serviceKey, origin }) => await wallets.locks(body.locks, { serviceKey, origin }),
  );

  mount(
    feedWalletTransactions,
    async ({ body, serviceKey, origin }) =>
      await wallets.transactions(body.transactions, { serviceKey, origin }),
  );

  mount(feedAuditLogs, async ({ body, serviceKey }) => await auditLogs.keep(body.entries, serviceKey));

  mount(readUserAccess, async ({ params }) => presentUserAccess(await access.read(params.id)));
}
