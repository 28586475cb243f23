import type { FeedCredential, FeedMerchant, FeedOrder, FeedUser } from '@halyard/contract/platform-feed';
import type {
  FeedWallet,
  FeedWalletLock,
  FeedWalletTransaction,
} from '@halyard/contract/platform-feed-wallets';
import { createRandomSource } from './random-source.ts';
import { createSampleCredentials } from './sample-credentials.ts';
import { withSampleExceptions } from './sample-exceptions.ts';
import { createSampleInvitations, type SampleInvitation } from './sample-invitations.ts';
import { createSampleMerchants, type SampleMerchant } from './sample-merchants.ts';
import { createSampleOrders } from './sample-orders.ts';
import { createSampleUsers } from './sample-users.ts';
import { createSampleWalletRecords } from './sample-wallet-records.ts';

export interface SampleData {
  readonly users: readonly FeedUser[];
  readonly merchants: readonly FeedMerchant[];
  readonly orders: readonly FeedOrder[];
  readonly credentials: readonly FeedCredential[];
  readonly invitations: readonly SampleInvitation[];
  readonly wallets: readonly FeedWallet[];
  readonly walletLocks: readonly FeedWalletLock[];
  readonly walletTransactions: readonly FeedWalletTransaction[];
}

const ORDERS = 21_600;

/** Creates 24 months of data up to `now`, deterministic per seed and time. `orderCount` is approximate. */
export function createSampleData(seed: number, now: Date, orderCount = ORDERS): SampleData {
  const random = createRandomSource(seed);
  const users = createSampleUsers(random, now);
  const merchants = createSampleMerchants(random, users, now);
  const orders = createSampleOrders(random, merchants, now, orderCount);
  const credentials = createSampleCredentials(random, users, now);
  const invitations = createSampleInvitations(random, users, now);
  const records = createSampleWalletRecords(random, seed, orders, now);
  return {
    users: users.map(({ user }) => withRoomFor(user, merchants)),
    merchants: merchants.map(({ merchant }) => merchant),
    orders,
    credentials,
    invitations,
    ...records,
    walletTransactions: withSampleExceptions({ ...records, orders }, seed),
  };
}

/** Raises the merchant limit to the merchant count, because the feed enforces it. */
function withRoomFor(user: FeedUser, merchants: readonly SampleMerchant[]): FeedUser {
  const limit = user.initial?.maxMerchants ?? -1;
  const own = merchants.filter(({ merchant }) => merchant.userUuid === user.uuid && !merchant.deletedAt);
  if (limit < 0 || own.length <= limit) return user;
  return { ...user, initial: { ...user.initial, maxMerchants: own.length } };
}
