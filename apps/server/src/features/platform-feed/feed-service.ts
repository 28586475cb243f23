import type {
  FeedCredential,
  FeedMerchant,
  FeedOrder,
  FeedReceipt,
  FeedUser,
} from '@halyard/contract/platform-feed';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { deriveExceptions } from '../../infra/exceptions/derive-exceptions.ts';
import {
  findChangedCredentials,
  findCredentialsOfBlocked,
  findStoredCredentials,
  upsertCredentials,
} from './credential-records.ts';
import { type FeedSender, findDuplicates, findInstantsOutOfRange } from './feed-batch.ts';
import {
  findExcessiveFees,
  findLateChanges,
  findUnknownMerchants,
  findUnknownUsers,
} from './feed-references.ts';
import { refusalOf } from './feed-refusal.ts';
import { createKeepBatch, type KeepBatch, refuse } from './keep-batch.ts';
import { lockUsers } from './lock-users.ts';
import { findStoredMerchants, lockCreators, upsertMerchants } from './merchant-records.ts';
import { findMerchantsBeyondLimit, findMerchantsOfBlocked } from './merchant-refusals.ts';
import {
  findChangedFees,
  findChangesOfPaid,
  findFeesAboveAmount,
  findMerchantCreators,
  findStoredOrders,
  upsertOrders,
} from './order-records.ts';
import { findOrdersOfBlocked } from './order-refusals.ts';
import { withoutStale } from './stale-items.ts';
import { upsertUsers } from './user-records.ts';

/**
 * Stores all items or none. Clears omitted optional fields, except the fee of an order. A batch without changes writes no record.
 * @throws Problem `validation_error`, or after an audit entry `user_blocked` or `merchant_limit_reached`
 */
export interface FeedService {
  readonly users: (users: readonly FeedUser[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly merchants: (merchants: readonly FeedMerchant[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly orders: (orders: readonly FeedOrder[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly credentials: (credentials: readonly FeedCredential[], sender: FeedSender) => Promise<FeedReceipt>;
}

export function createFeedService(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  /** For a caller that sends the transactions of all orders, too, and then looks at the exceptions of all. */
  readonly leavesExceptions?: boolean;
}): FeedService {
  const keep = createKeepBatch(parts);
  const derive = parts.leavesExceptions ? async () => [] : deriveExceptions;
  return {
    users: (items, sender) => takeUsers(keep, items, sender),
    merchants: (items, sender) => takeMerchants(keep, items, sender),
    orders: (items, sender) => takeOrders(keep, derive, items, sender),
    credentials: (items, sender) => takeCredentials(keep, items, sender),
  };
}

async function takeUsers(
  keep: KeepBatch,
  users: readonly FeedUser[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  refuse([
    ...findDuplicates('users', users),
    ...findInstantsOutOfRange('users', users, ({ createdAt, deletedAt, initial, updatedAt }) => ({
      createdAt,
      deletedAt,
      updatedAt,
      'initial.blocked.at': initial?.blocked?.at,
    })),
  ]);
  return await keep(
    'users',
    users.length,
    sender,
    async (transaction) => await upsertUsers(transaction, await withoutStale(transaction, 'users', users)),
  );
}

async function takeMerchants(
  keep: KeepBatch,
  merchants: readonly FeedMerchant[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  refuse([
    ...findDuplicates('merchants', merchants),
    ...findInstantsOutOfRange('merchants', merchants, ({ createdAt, deletedAt, updatedAt }) => ({
      createdAt,
      deletedAt,
      updatedAt,
    })),
  ]);
  return await keep('merchants', merchants.length, sender, async (transaction) => {
    const creators = await lockCreators(transaction, merchants);
    refuse(findUnknownUsers('merchants', merchants, creators));
    const fresh = await withoutStale(transaction, 'merchants', merchants);
    const stored = await findStoredMerchants(transaction, merchants);
    const batch = { merchants, fresh: new Set(fresh), creators, stored };
    const refusal = refusalOf([...findMerchantsOfBlocked(batch), ...findMerchantsBeyondLimit(batch)]);
    return refusal ?? (await upsertMerchants(transaction, fresh));
  });
}

async function takeOrders(
  keep: KeepBatch,
  derive: typeof deriveExceptions,
  orders: readonly FeedOrder[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  refuse([
    ...findDuplicates('orders', orders),
    ...findInstantsOutOfRange('orders', orders, ({ createdAt, paidAt, updatedAt }) => ({
      createdAt,
      paidAt,
      updatedAt,
    })),
  ]);
  return await keep('orders', orders.length, sender, async (transaction) => {
    const ids = new Set(orders.map(({ merchantUuid }) => merchantUuid));
    const creatorOf = await findMerchantCreators(transaction, [...ids]);
    const fresh = await withoutStale(transaction, 'orders', orders);
    const stored = await findStoredOrders(transaction, orders);
    const isStored = ({ uuid }: FeedOrder) => stored.has(uuid);
    const withFee = fresh.filter((order) => order.serviceFee != null || isStored(order));
    refuse([
      ...findUnknownMerchants(orders, creatorOf),
      ...findLateChanges('orders', orders, await findChangesOfPaid(transaction, fresh.filter(isStored))),
      ...findExcessiveFees(orders, await findFeesAboveAmount(transaction, withFee)),
    ]);
    const refusal = refusalOf(
      await findOrdersOfBlocked(transaction, { orders, fresh: new Set(fresh), creatorOf, stored }),
    );
    if (refusal !== undefined) return refusal;
    const kept = await upsertOrders(transaction, fresh);
    const entries = await derive(transaction, { orderIds: fresh.map(({ uuid }) => uuid) });
    const paidBefore = [...stored.values()].filter(({ status }) => status === 'paid');
    return { ...kept, entries, details: await findChangedFees(transaction, paidBefore) };
  });
}

async function takeCredentials(
  keep: KeepBatch,
  credentials: readonly FeedCredential[],
  sender: FeedSender,
): Promise<FeedReceipt> {
  refuse([
    ...findDuplicates('credentials', credentials),
    ...findInstantsOutOfRange('credentials', credentials, ({ createdAt, endedAt }) => ({
      createdAt,
      endedAt,
    })),
  ]);
  return await keep('credentials', credentials.length, sender, async (transaction) => {
    const users = await lockUsers(
      transaction,
      credentials.map(({ userUuid }) => userUuid),
    );
    const stored = await findStoredCredentials(transaction, credentials);
    refuse([
      ...findUnknownUsers('credentials', credentials, users),
      ...findChangedCredentials(credentials, stored),
    ]);
    const refusal = refusalOf(findCredentialsOfBlocked(credentials, users, stored));
    return refusal ?? (await upsertCredentials(transaction, credentials));
  });
}
