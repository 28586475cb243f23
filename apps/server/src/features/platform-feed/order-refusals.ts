import type { FieldError } from '@halyard/contract/error-body';
import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { isRefusedByBlock, refusedItem } from './feed-refusal.ts';
import { lockUsers } from './lock-users.ts';
import type { StoredOrder } from './order-records.ts';

interface OrderBatch {
  readonly orders: readonly FeedOrder[];
  /** Orders that will be stored. The others are older than the stored ones. */
  readonly fresh: ReadonlySet<FeedOrder>;
  /** By merchant id. */
  readonly creatorOf: ReadonlyMap<string, string | null>;
  readonly stored: ReadonlyMap<string, StoredOrder>;
}

/** Finds new and moved orders of blocked users. Locks users until commit. */
export async function findOrdersOfBlocked(
  transaction: DatabaseTransaction,
  { orders, fresh, creatorOf, stored }: OrderBatch,
): Promise<FieldError[]> {
  const creators = await lockUsers(
    transaction,
    [...creatorOf.values()].flatMap((id) => id ?? []),
  );
  const refused = orders.flatMap((order, position) => {
    const creator = creators.get(creatorOf.get(order.merchantUuid) ?? '');
    return creator && isRefusedByBlock(creator, order.createdAt) ? [{ order, position }] : [];
  });
  return refused
    .filter(({ order }) => fresh.has(order) && stored.get(order.uuid)?.merchant_id !== order.merchantUuid)
    .map(({ position }) => refusedItem('orders', position, 'merchantUuid', 'user_blocked'));
}
