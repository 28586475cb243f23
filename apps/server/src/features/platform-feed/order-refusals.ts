import type { FieldError } from '@halyard/contract/error-body';
import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { isRefusedByBlock, refusedItem } from './feed-refusal.ts';
import { lockUsers } from './lock-users.ts';
import type { StoredOrder } from './order-records.ts';

/** Finds new and moved orders of blocked users. Locks users until commit. @param creatorOf by merchant id @param stored by id */
export async function findOrdersOfBlocked(
  transaction: DatabaseTransaction,
  orders: readonly FeedOrder[],
  creatorOf: ReadonlyMap<string, string | null>,
  stored: ReadonlyMap<string, StoredOrder>,
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
    .filter(({ order }) => stored.get(order.uuid)?.merchant_id !== order.merchantUuid)
    .map(({ position }) => refusedItem('orders', position, 'merchantUuid', 'user_blocked'));
}
