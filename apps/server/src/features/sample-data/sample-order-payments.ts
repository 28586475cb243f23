import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { TransactionStatus } from '@halyard/contract/wallets';
import type { RandomSource } from './random-source.ts';
import { HOUR_MS, MINUTE_MS } from './sample-calendar.ts';
import { statusAfter } from './sample-movement.ts';

export interface OrderPayment {
  readonly order: FeedOrder;
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly status: TransactionStatus;
  /** Whether the payment arrived too late. */
  readonly isRefunded: boolean;
}

const LOST_SHARE = 0.03;
const LATE_SHARE = 0.02;
const ON_ITS_WAY_SHARE = 0.6;

/** Creates payments in chronological order: for paid orders, some open ones and a few that ended unpaid. */
export function createOrderPayments(
  random: RandomSource,
  orders: readonly FeedOrder[],
  now: number,
): OrderPayment[] {
  return orders.flatMap((order) => createPayment(random, order, now) ?? []).sort((a, b) => a.at - b.at);
}

function createPayment(random: RandomSource, order: FeedOrder, now: number): OrderPayment | undefined {
  const { status, createdAt, paidAt } = order;
  const orderedAt = Date.parse(createdAt);
  if (status === 'paid')
    return { order, at: Date.parse(paidAt ?? createdAt), status: 'confirmed', isRefunded: false };
  if (status === 'pending') {
    if (!random.chance(ON_ITS_WAY_SHARE)) return undefined;
    const age = (now - orderedAt) * random.next() ** 3;
    const progress = statusAfter(random, age);
    // A confirmed payment would have made the order paid.
    return {
      order,
      at: now - age,
      status: progress === 'confirmed' ? 'confirming' : progress,
      isRefunded: false,
    };
  }
  const fate = random.next();
  const at = orderedAt + (2 + 20 * random.next()) * MINUTE_MS;
  if (fate < LOST_SHARE && at < now)
    return { order, at, status: random.pick(['failed', 'dropped']), isRefunded: false };
  const late = at + HOUR_MS * (1 + 5 * random.next());
  if (fate < LOST_SHARE + LATE_SHARE && late < now)
    return { order, at: late, status: 'confirmed', isRefunded: true };
  return undefined;
}
