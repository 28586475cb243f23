import type { FeedUser } from '@halyard/contract/platform-feed';
import { BLOCK_REASONS } from './odd-texts.ts';
import type { RandomSource } from './random-source.ts';
import { actOf, type SampleAct, type SampleAdministrator } from './sample-administrators.ts';
import { DAY_MS, toIso } from './sample-calendar.ts';
import type { SampleData } from './sample-data.ts';

export interface Span {
  /** Unix times in milliseconds. */
  readonly begin: number;
  readonly end: number;
}

const SETTINGS_CHANGES = 40;
const LIFTED_BLOCKS = 6;
const FORMER_RATES = ['0.01', '0.012', '0.018', '0.04'] as const;
const FORMER_LIMITS = [-1, 2, 8] as const;

/** Creates changes that led to the current settings, at most one per user. */
export function createSettingsActs(
  random: RandomSource,
  people: readonly SampleAdministrator[],
  users: readonly FeedUser[],
  span: Span,
): SampleAct[] {
  const changed = users.filter(
    (user) => user.initial?.serviceFeeRate !== undefined && isActiveSince(user, span.begin),
  );
  return random
    .shuffle(changed)
    .slice(0, SETTINGS_CHANGES)
    .map((user) => {
      const { serviceFeeRate = '0.01', maxMerchants } = user.initial ?? {};
      const formerRate = random.pick(FORMER_RATES.filter((rate) => rate !== serviceFeeRate));
      const formerLimit = random.pick(FORMER_LIMITS.filter((limit) => limit !== maxMerchants));
      return actOf(random, random.pick(people), timeIn(random, span), {
        ...onUser(user),
        action: 'user.settings_update',
        description: 'User settings updated',
        changes: {
          serviceFeeRate: { before: formerRate, after: serviceFeeRate },
          ...(maxMerchants !== undefined && { maxMerchants: { before: formerLimit, after: maxMerchants } }),
        },
      });
    });
}

/** Creates the blocks that still apply, and some that were lifted after a few days. */
export function createBlockActs(
  random: RandomSource,
  people: readonly SampleAdministrator[],
  data: SampleData,
  span: Span,
): SampleAct[] {
  const blocked = data.users.flatMap((user) => {
    const block = user.initial?.blocked;
    if (block === undefined) return [];
    return createBlock(random, random.pick(people), data, user, {
      at: Date.parse(block.at),
      reason: block.reason,
    });
  });
  const others = data.users.filter((user) => isActiveSince(user, span.begin));
  const lifted = random
    .shuffle(others)
    .slice(0, LIFTED_BLOCKS)
    .flatMap((user) => {
      const at = timeIn(random, { begin: span.begin, end: span.end - 5 * DAY_MS });
      const reason = random.pick(BLOCK_REASONS);
      const unblocked = actOf(random, random.pick(people), at + (1 + 3 * random.next()) * DAY_MS, {
        ...onUser(user),
        action: 'user.unblock',
        description: 'User unblocked',
        changes: {
          blockedAt: { before: toIso(at), after: null },
          blockedReason: { before: reason, after: null },
        },
      });
      return [createBlock(random, random.pick(people), data, user, { at, reason }), unblocked];
    });
  return [...blocked, ...lifted];
}

function createBlock(
  random: RandomSource,
  administrator: SampleAdministrator,
  data: SampleData,
  user: FeedUser,
  { at, reason }: { readonly at: number; readonly reason: string },
): SampleAct {
  return actOf(random, administrator, at, {
    ...onUser(user),
    action: 'user.block',
    description: 'User blocked',
    metadata: { reason, endedSessions: 0, endedApiKeys: 0, ...merchantsAndOrdersAt(data, user, at) },
    changes: {
      blockedAt: { before: null, after: toIso(at) },
      blockedReason: { before: null, after: reason },
    },
  });
}

/** Counts what a block affected at its time. */
function merchantsAndOrdersAt(data: SampleData, { uuid }: FeedUser, at: number) {
  const merchants = data.merchants.filter(
    ({ userUuid, createdAt, deletedAt }) =>
      userUuid === uuid && Date.parse(createdAt) <= at && !(deletedAt && Date.parse(deletedAt) <= at),
  );
  const ids = new Set(merchants.map((merchant) => merchant.uuid));
  const openOrders = data.orders.filter(
    ({ merchantUuid, createdAt, paidAt, status }) =>
      ids.has(merchantUuid) &&
      Date.parse(createdAt) <= at &&
      (paidAt ? Date.parse(paidAt) > at : status === 'pending'),
  );
  return { merchants: merchants.length, openOrders: openOrders.length };
}

function onUser({ uuid, email }: FeedUser) {
  return {
    category: 'user_management',
    resource: { type: 'user', id: uuid, identifier: email },
  } as const;
}

function isActiveSince({ createdAt, deletedAt, initial }: FeedUser, begin: number): boolean {
  return Date.parse(createdAt) < begin && deletedAt == null && initial?.blocked === undefined;
}

export function timeIn(random: RandomSource, { begin, end }: Span): number {
  return begin + random.next() * (end - begin);
}
