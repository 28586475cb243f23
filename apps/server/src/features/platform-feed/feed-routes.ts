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
import type { Mount, MountOptions } from '../../http/mount.ts';
import type { Database } from '../../infra/db/database.ts';
import { noteRejectedBatch } from '../../infra/feed-batches.ts';
import type { AuditFeedService } from './audit-feed-service.ts';
import type { FedRecordsService } from './fed-records-service.ts';
import type { BatchKind } from './feed-batch.ts';
import type { FeedService } from './feed-service.ts';
import type { FeedWalletsService } from './feed-wallets-service.ts';
import type { UserAccessService } from './user-access-service.ts';

export function mountPlatformFeed(
  mount: Mount,
  {
    database,
    feed,
    wallets,
    auditLogs,
    records,
    access,
  }: {
    readonly database: Database;
    readonly feed: FeedService;
    readonly wallets: FeedWalletsService;
    readonly auditLogs: AuditFeedService;
    readonly records: FedRecordsService;
    readonly access: UserAccessService;
  },
): void {
  const noting = (kind: BatchKind) => notingRefusals(database, kind);
  mount(feedUsers, async (call) => await feed.users(call.body.users, call), noting('users'));
  mount(feedMerchants, async (call) => await feed.merchants(call.body.merchants, call), noting('merchants'));
  mount(feedOrders, async (call) => await feed.orders(call.body.orders, call), noting('orders'));
  mount(
    feedCredentials,
    async (call) => await feed.credentials(call.body.credentials, call),
    noting('credentials'),
  );
  mount(feedWallets, async (call) => await wallets.wallets(call.body.wallets, call), noting('wallets'));
  mount(feedWalletLocks, async (call) => await wallets.locks(call.body.locks, call), noting('wallet_locks'));
  mount(
    feedWalletTransactions,
    async (call) => await wallets.transactions(call.body.transactions, call),
    noting('wallet_transactions'),
  );
  mount(
    feedAuditLogs,
    async ({ body, serviceKey }) => await auditLogs.keep(body.entries, serviceKey),
    noting('audit_logs'),
  );
  mount(readFedDays, async ({ params, query }) => ({
    fields: [...CHECKSUM_FIELDS[params.kind]],
    days: [...(await records.days(params.kind, query))],
  }));
  mount(readFedRecord, async ({ params }) => await records.record(params.kind, params.id));
  mount(readUserAccess, async ({ params }) => await access.read(params.id));
}

/** Notes batches that were refused because of their items, for the System screen. A refusal matters more than its note. */
function notingRefusals(database: Database, kind: BatchKind): MountOptions {
  return {
    onRefusal: async ({ serviceKey }, { details: { errors = [] } }) => {
      if (serviceKey === undefined || errors.length === 0) return;
      const batch = { serviceKeyId: serviceKey.id, kind };
      // A field is like `users[3].email`.
      const wrong = new Set(errors.map(({ field }) => field.split('.', 1)[0]));
      await database
        .transaction((transaction) => noteRejectedBatch(transaction, batch, wrong.size))
        .catch(() => undefined);
    },
  };
}
