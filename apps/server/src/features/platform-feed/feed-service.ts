import type { FieldError } from '@halyard/contract/error-body';
import type { FeedMerchant, FeedOrder, FeedReceipt, FeedUser } from '@halyard/contract/platform-feed';
import pLimit, { type LimitFunction } from 'p-limit';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import { batchKept } from './feed-audit.ts';
import {
  type FeedKind,
  type FeedSender,
  findDuplicates,
  findInstantsOutOfRange,
  itemError,
} from './feed-batch.ts';
import { lockFeed } from './feed-lock.ts';
import type { Tally } from './feed-tally.ts';
import { lockCreators, upsertMerchants } from './merchant-records.ts';
import { findChangesOfPaid, findMerchants, upsertOrders } from './order-records.ts';
import { upsertUsers } from './user-records.ts';

/**
 * Takes the platform's records, a batch whole or not at all. An item is the whole record: an optional field
 * that is absent is cleared. A batch that changes nothing writes nothing, no audit entry either.
 * @throws Problem `validation_error` with every item and field that is wrong: `duplicate`, `out_of_range`,
 * `unknown_user`, `unknown_merchant`, `already_paid`.
 */
export interface FeedService {
  readonly users: (users: readonly FeedUser[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly merchants: (merchants: readonly FeedMerchant[], sender: FeedSender) => Promise<FeedReceipt>;
  readonly orders: (orders: readonly FeedOrder[], sender: FeedSender) => Promise<FeedReceipt>;
}

export function createFeedService(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
}): FeedService {
  const { database, appendAudit } = parts;
  const inTurn: Readonly<Record<FeedKind, LimitFunction>> = {
    users: pLimit(1),
    merchants: pLimit(1),
    orders: pLimit(1),
  };

  async function keep(
    kind: FeedKind,
    size: number,
    sender: FeedSender,
    write: (transaction: DatabaseTransaction) => Promise<Tally>,
  ): Promise<FeedReceipt> {
    // One at a time in this process, so that batches that wait for the lock hold no connections.
    return await inTurn[kind](() =>
      database.transaction(async (transaction) => {
        await lockFeed(transaction, kind);
        const { created, updated } = await write(transaction);
        const receipt = { created, updated, unchanged: size - created - updated };
        if (created + updated > 0) await appendAudit(transaction, batchKept(kind, sender, receipt));
        return receipt;
      }),
    );
  }

  return {
    users: async (users, sender) => {
      refuse([
        ...findDuplicates('users', users),
        ...findInstantsOutOfRange('users', users, ({ createdAt, deletedAt, initial }) => ({
          createdAt,
          deletedAt,
          'initial.blocked.at': initial?.blocked?.at,
        })),
      ]);
      return await keep(
        'users',
        users.length,
        sender,
        async (transaction) => await upsertUsers(transaction, users),
      );
    },

    merchants: async (merchants, sender) => {
      refuse([
        ...findDuplicates('merchants', merchants),
        ...findInstantsOutOfRange('merchants', merchants, ({ createdAt, deletedAt }) => ({
          createdAt,
          deletedAt,
        })),
      ]);
      return await keep('merchants', merchants.length, sender, async (transaction) => {
        refuse(findUnknownCreators(merchants, await lockCreators(transaction, merchants)));
        return await upsertMerchants(transaction, merchants);
      });
    },

    orders: async (orders, sender) => {
      refuse([
        ...findDuplicates('orders', orders),
        ...findInstantsOutOfRange('orders', orders, ({ createdAt, paidAt }) => ({ createdAt, paidAt })),
      ]);
      return await keep('orders', orders.length, sender, async (transaction) => {
        const ids = new Set(orders.map(({ merchantUuid }) => merchantUuid));
        refuse([
          ...findUnknownMerchants(orders, await findMerchants(transaction, [...ids])),
          ...findLateChanges(orders, await findChangesOfPaid(transaction, orders)),
        ]);
        return await upsertOrders(transaction, orders);
      });
    },
  };
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Problem('validation_error', 'Nothing of this batch was kept', { errors });
}

function findUnknownCreators(merchants: readonly FeedMerchant[], known: ReadonlySet<string>): FieldError[] {
  return merchants.flatMap(({ userUuid }, position) => {
    if (userUuid === null || known.has(userUuid)) return [];
    return itemError('merchants', position, 'userUuid', {
      code: 'unknown_user',
      message: 'There is no such user',
    });
  });
}

function findUnknownMerchants(orders: readonly FeedOrder[], known: ReadonlySet<string>): FieldError[] {
  return orders.flatMap(({ merchantUuid }, position) => {
    if (known.has(merchantUuid)) return [];
    return itemError('orders', position, 'merchantUuid', {
      code: 'unknown_merchant',
      message: 'There is no such merchant',
    });
  });
}

function findLateChanges(
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
