import type { FieldError } from '@halyard/contract/error-body';
import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { isRefusedByBlock, refusedItem } from './feed-refusal.ts';
import { lockUsers } from './lock-users.ts';
import { findStoredOrders } from './order-records.ts';

/** Finds new and moved orders of blocked users. Locks users until commit. @param creatorOf by merchant id */
export async function findOrdersOfBlocked(
  transaction: DatabaseTransaction,
  orders: readonly FeedOrder[],
  creatorOf: ReadonlyMap<string, string | null>,
): Promise<FieldError[]> {
  const creators = await lockUsers(
    transaction,
    [...creatorOf.values()].flatMap((id) => id ?? []),
  );
  const refused = orders.flatMap((order, position) => {
    const creator = creators.get(creatorOf.get(order.merchantUuid) ?? '');
    return creator && isRefusedByBlock(creator, order.createdAt) ? [{ order, position }] : [];
  });
  if (refused.length === 0) return [];
  const stored = await findStoredOrders(transaction, orders);
  return refused
    .filter(({ order }) => stored.get(order.uuid) !== order.merchantUuid)
    .map(({ position }) => refusedItem('orders', position, 'merchantUuid', 'user_blocked'));
}
