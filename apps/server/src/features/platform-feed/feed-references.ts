import type { FieldError } from '@halyard/contract/error-body';
import type { FeedMerchant, FeedOrder } from '@halyard/contract/platform-feed';
import { type FeedKind, itemError } from './feed-batch.ts';

interface Known {
  readonly has: (id: string) => boolean;
}

/** Items whose user there is not. */
export function findUnknownUsers(
  kind: FeedKind,
  items: readonly Pick<FeedMerchant, 'userUuid'>[],
  known: Known,
): FieldError[] {
  return items.flatMap(({ userUuid }, position) => {
    if (userUuid === null || known.has(userUuid)) return [];
    return itemError(kind, position, 'userUuid', { code: 'unknown_user', message: 'There is no such user' });
  });
}

export function findUnknownMerchants(orders: readonly FeedOrder[], known: Known): FieldError[] {
  return orders.flatMap(({ merchantUuid }, position) => {
    if (known.has(merchantUuid)) return [];
    return itemError('orders', position, 'merchantUuid', {
      code: 'unknown_merchant',
      message: 'There is no such merchant',
    });
  });
}

/** @param changed fields that payment fixed and that the batch would change, by order */
export function findLateChanges(
  orders: readonly FeedOrder[],
  changed: ReadonlyMap<string, readonly string[]>,
): FieldError[] {
  return orders.flatMap(({ uuid }, position) =>
    (changed.get(uuid) ?? []).map((field) =>
      itemError('orders', position, field, {
        code: 'already_paid',
        message: 'Fixed since the order was paid',
      }),
    ),
  );
}
