import type { TimelineKind } from '@halyard/contract/timeline-kinds';

export type RecordType = 'user' | 'merchant' | 'order';

/** `owner` names rows with an `id`, selected by the record's uuid in `$1`. */
interface Ownership {
  readonly owners: string;
  /** Selects the rows of one owner. */
  readonly condition: string;
}

/** Rows that are events of one kind, with an index for each owner in the order of time and key. */
export interface TimelineSource {
  readonly kind: TimelineKind;
  readonly table: string;
  readonly at: string;
  readonly key: { readonly column: string; readonly type: 'bigint' | 'uuid' };
  readonly condition: string;
  /** Missing for records that have no such events. */
  readonly of: Partial<Readonly<Record<RecordType, Ownership>>>;
}

const RECORD = 'SELECT $1::uuid AS id';
const MERCHANTS_OF_USER = 'SELECT id FROM merchants WHERE user_id = $1::uuid';
const MERCHANT_OF_ORDER = 'SELECT merchant_id AS id, id::text AS order_id FROM orders WHERE id = $1::uuid';

const OF_ORDERS: TimelineSource['of'] = {
  user: { owners: MERCHANTS_OF_USER, condition: 'merchant_id = owner.id' },
  merchant: { owners: RECORD, condition: 'merchant_id = owner.id' },
  order: { owners: RECORD, condition: 'order_id = owner.id' },
};
const OF_MERCHANTS: TimelineSource['of'] = {
  user: { owners: MERCHANTS_OF_USER, condition: 'merchant_id = owner.id::text' },
  merchant: { owners: RECORD, condition: 'merchant_id = owner.id::text' },
};
const ABOUT_OWNER = 'resource_id = owner.id::text';

const ENTRIES = {
  table: 'audit_log',
  at: 'coalesce(occurred_at, created_at)',
  key: { column: 'sequence', type: 'bigint' },
} as const;
const BLOCKS = `action IN ('user.block', 'user.unblock')`;
const DECISIONS = `action IN ('exception.resolve', 'exception.reopen')`;

/** Events at the same time are in this order. A position is part of cursors: after a change, they need a new version. */
export const TIMELINE_SOURCES = {
  userCreation: {
    kind: 'status',
    table: 'users',
    at: 'created_at',
    key: { column: 'id', type: 'uuid' },
    condition: 'true',
    of: { user: { owners: RECORD, condition: 'users.id = owner.id' } },
  },
  merchantCreation: {
    kind: 'status',
    table: 'merchants',
    at: 'created_at',
    key: { column: 'id', type: 'uuid' },
    condition: 'true',
    of: {
      user: { owners: RECORD, condition: 'user_id = owner.id' },
      merchant: { owners: RECORD, condition: 'merchants.id = owner.id' },
    },
  },
  transaction: {
    kind: 'transaction',
    table: 'wallet_transactions',
    at: 'created_at',
    key: { column: 'id', type: 'uuid' },
    condition: 'true',
    of: OF_ORDERS,
  },
  status: {
    kind: 'status',
    table: 'order_history',
    at: 'at',
    key: { column: 'id', type: 'bigint' },
    condition: 'true',
    of: OF_ORDERS,
  },
  openedException: {
    kind: 'exception',
    table: 'exceptions',
    at: 'opened_at',
    key: { column: 'id', type: 'uuid' },
    condition: 'true',
    of: OF_ORDERS,
  },
  closedException: {
    kind: 'exception',
    table: 'exceptions',
    at: 'closed_at',
    key: { column: 'id', type: 'uuid' },
    condition: 'closed_at IS NOT NULL',
    of: OF_ORDERS,
  },
  endedWalletLock: {
    kind: 'lock',
    table: 'wallet_locks',
    at: 'unlocked_at',
    key: { column: 'id', type: 'bigint' },
    condition: 'unlocked_at IS NOT NULL',
    of: OF_MERCHANTS,
  },
  /** Of a user who was blocked before Halyard knew them. */
  earlierBlock: {
    kind: 'lock',
    table: 'users',
    at: 'blocked_at',
    key: { column: 'id', type: 'uuid' },
    condition: 'came_blocked',
    of: { user: { owners: RECORD, condition: 'users.id = owner.id' } },
  },
  entry: {
    ...ENTRIES,
    kind: 'audit',
    condition: `NOT (${BLOCKS} OR ${DECISIONS})`,
    of: {
      user: { owners: RECORD, condition: `${ABOUT_OWNER} AND resource_type = 'user'` },
      merchant: { owners: RECORD, condition: `${ABOUT_OWNER} AND resource_type = 'merchant'` },
      order: { owners: RECORD, condition: ABOUT_OWNER },
    },
  },
  block: {
    ...ENTRIES,
    kind: 'lock',
    condition: BLOCKS,
    of: { user: { owners: RECORD, condition: ABOUT_OWNER } },
  },
  decision: {
    ...ENTRIES,
    kind: 'exception',
    condition: DECISIONS,
    of: {
      user: { owners: MERCHANTS_OF_USER, condition: ABOUT_OWNER },
      merchant: { owners: RECORD, condition: ABOUT_OWNER },
      order: {
        owners: MERCHANT_OF_ORDER,
        condition: `${ABOUT_OWNER} AND metadata->>'order' = owner.order_id`,
      },
    },
  },
  /** After `endedWalletLock`, because a lock can begin at the time at which the one before ended. */
  walletLock: {
    kind: 'lock',
    table: 'wallet_locks',
    at: 'locked_at',
    key: { column: 'id', type: 'bigint' },
    condition: 'true',
    of: OF_MERCHANTS,
  },
} as const satisfies Readonly<Record<string, TimelineSource>>;

export type SourceName = keyof typeof TIMELINE_SOURCES;

export const SOURCE_NAMES = Object.keys(TIMELINE_SOURCES) as readonly SourceName[];

/** Identifies an event and its place in the order of a timeline. */
export interface EventKey {
  readonly source: SourceName;
  /** UTC with microseconds: `2026-01-03T00:00:00.000000Z`. */
  readonly at: string;
  readonly key: string;
}
