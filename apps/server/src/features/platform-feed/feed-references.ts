import type { FieldError } from '@halyard/contract/error-body';
import type { FeedMerchant, FeedOrder } from '@halyard/contract/platform-feed';
import type { FeedWalletLock, FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import { type FeedKind, itemError } from './feed-batch.ts';

interface Known {
  readonly has: (id: string) => boolean;
}

export function findUnknownUsers(
  kind: FeedKind,
  items: readonly Pick<FeedMerchant, 'userUuid'>[],
  known: Known,
): FieldError[] {
  return items.flatMap(({ userUuid }, position) => {
    if (userUuid === null || known.has(userUuid)) return [];
    return itemError(kind, position, 'userUuid', {
      code: 'unknown_user',
      message: 'No user with this uuid. Send the user first.',
    });
  });
}

export function findUnknownMerchants(orders: readonly FeedOrder[], known: Known): FieldError[] {
  return orders.flatMap(({ merchantUuid }, position) => {
    if (known.has(merchantUuid)) return [];
    return itemError('orders', position, 'merchantUuid', {
      code: 'unknown_merchant',
      message: 'No merchant with this uuid. Send the merchant first.',
    });
  });
}

export function findUnknownWallets(
  kind: FeedKind,
  items: readonly Pick<FeedWalletLock, 'walletUuid'>[],
  known: Known,
): FieldError[] {
  return items.flatMap(({ walletUuid }, position) => {
    if (known.has(walletUuid)) return [];
    return itemError(kind, position, 'walletUuid', {
      code: 'unknown_wallet',
      message: 'No wallet with this uuid. Send the wallet first.',
    });
  });
}

export function findUnknownOrders(
  transactions: readonly FeedWalletTransaction[],
  known: Known,
): FieldError[] {
  return transactions.flatMap(({ orderUuid }, position) => {
    if (orderUuid == null || known.has(orderUuid)) return [];
    return itemError('wallet_transactions', position, 'orderUuid', {
      code: 'unknown_order',
      message: 'No order with this uuid. Send the order first.',
    });
  });
}

/** @param excessive uuids of orders whose fee exceeds their amount */
export function findExcessiveFees(orders: readonly FeedOrder[], excessive: Known): FieldError[] {
  return orders.flatMap(({ uuid }, position) => {
    if (!excessive.has(uuid)) return [];
    return itemError('orders', position, 'serviceFee', {
      code: 'out_of_range',
      message: 'The fee is more than amountUsd. Send a lower serviceFee in USD, or a serviceFeeRate.',
    });
  });
}

const LATE_CHANGES = {
  orders: {
    code: 'already_paid',
    message: 'Cannot change after payment. Send the stored value, or leave this order out.',
  },
  wallet_transactions: {
    code: 'already_confirmed',
    message: 'Cannot change after confirmation. Send the stored value, or leave this transaction out.',
  },
} as const;

/** @param changed fields that the batch changes although they are fixed, by uuid */
export function findLateChanges(
  kind: keyof typeof LATE_CHANGES,
  items: readonly { readonly uuid: string }[],
  changed: ReadonlyMap<string, readonly string[]>,
): FieldError[] {
  return items.flatMap(({ uuid }, position) =>
    (changed.get(uuid) ?? []).map((field) => itemError(kind, position, field, LATE_CHANGES[kind])),
  );
}
