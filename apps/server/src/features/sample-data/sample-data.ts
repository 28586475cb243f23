import type { FeedMerchant, FeedOrder, FeedUser } from '@halyard/contract/platform-feed';
import { createRandomSource } from './random-source.ts';
import { createSampleMerchants } from './sample-merchants.ts';
import { createSampleOrders } from './sample-orders.ts';
import { createSampleUsers } from './sample-users.ts';

export interface SampleData {
  readonly users: readonly FeedUser[];
  readonly merchants: readonly FeedMerchant[];
  readonly orders: readonly FeedOrder[];
}

/** A believable payment platform, 24 months old at `now`. The same for the same seed and instant, to the letter. */
export function createSampleData(seed: number, now: Date): SampleData {
  const random = createRandomSource(seed);
  const users = createSampleUsers(random, now);
  const merchants = createSampleMerchants(random, users, now);
  return {
    users: users.map(({ user }) => user),
    merchants: merchants.map(({ merchant }) => merchant),
    orders: createSampleOrders(random, merchants, now),
  };
}
