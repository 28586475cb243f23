import {
  feedCredentials,
  feedMerchants,
  feedOrders,
  feedUsers,
  readUserAccess,
} from '@halyard/contract/platform-feed';
import { feedAuditLogs } from '@halyard/contract/platform-feed-audit-logs';
import { CHECKSUM_FIELDS, readFedDays, readFedRecord } from '@halyard/contract/platform-feed-records';
import {
  feedWalletLocks,
  feedWallets,
  feedWalletTransactions,
} from '@halyard/contract/platform-feed-wallets';
import type { Mount } from '../../http/mount.ts';
import type { AuditFeedService } from './audit-feed-service.ts';
import type { FedRecordsService } from './fed-records-service.ts';
import type { FeedService } from './feed-service.ts';
import type { FeedWalletsService } from './feed-wallets-service.ts';
import type { UserAccessService } from './user-access-service.ts';

export function mountPlatformFeed(
  mount: Mount,
  {
    feed,
    wallets,
    auditLogs,
    records,
    access,
  }: {
    readonly feed: FeedService;
    readonly wallets: FeedWalletsService;
    readonly auditLogs: AuditFeedService;
    readonly records: FedRecordsService;
    readonly access: UserAccessService;
  },
): void {
  mount(feedUsers, async (call) => await feed.users(call.body.users, call));
  mount(feedMerchants, async (call) => await feed.merchants(call.body.merchants, call));
  mount(feedOrders, async (call) => await feed.orders(call.body.orders, call));
  mount(feedCredentials, async (call) => await feed.credentials(call.body.credentials, call));
  mount(feedWallets, async (call) => await wallets.wallets(call.body.wallets, call));
  mount(feedWalletLocks, async (call) => await wallets.locks(call.body.locks, call));
  mount(feedWalletTransactions, async (call) => await wallets.transactions(call.body.transactions, call));
  mount(feedAuditLogs, async ({ body, serviceKey }) => await auditLogs.keep(body.entries, serviceKey));
  mount(readFedDays, async ({ params, query }) => ({
    fields: [...CHECKSUM_FIELDS[params.kind]],
    days: [...(await records.days(params.kind, query))],
  }));
  mount(readFedRecord, async ({ params }) => await records.record(params.kind, params.id));
  mount(readUserAccess, async ({ params }) => await access.read(params.id));
}
