import {
  FEED_BATCH_MAX,
  feedCredentials,
  feedMerchants,
  feedOrders,
  feedUsers,
} from '@halyard/contract/platform-feed';
import {
  feedWalletLocks,
  feedWallets,
  feedWalletTransactions,
} from '@halyard/contract/platform-feed-wallets';
import { createSampleData, type SampleData } from './sample-data.ts';

export type SendToPlatformApi = (
  path: string,
  body: object,
) => Promise<{ readonly status: number; readonly json: unknown }>;

export type OnProgress = (share: number) => void;

/**
 * Can be repeated with the same seed and time, because the feed skips unchanged records.
 * @returns all data; the caller must store the invitations, which the feed does not accept
 */
export async function loadSampleData(options: {
  readonly send: SendToPlatformApi;
  readonly seed: number;
  readonly now: Date;
  readonly orderCount?: number | undefined;
  readonly onProgress: OnProgress;
}): Promise<SampleData> {
  const { send, seed, now, orderCount, onProgress } = options;
  const data = createSampleData(seed, now, orderCount);
  const posts = [
    ...inBatches(data.users).map((users) => [feedUsers.path, { users }] as const),
    ...inBatches(data.merchants).map((merchants) => [feedMerchants.path, { merchants }] as const),
    ...inBatches(data.orders).map((orders) => [feedOrders.path, { orders }] as const),
    ...inBatches(data.credentials).map((credentials) => [feedCredentials.path, { credentials }] as const),
    ...inBatches(data.wallets).map((wallets) => [feedWallets.path, { wallets }] as const),
    ...inBatches(data.walletTransactions).map(
      (transactions) => [feedWalletTransactions.path, { transactions }] as const,
    ),
    ...inBatches(data.walletLocks).map((locks) => [feedWalletLocks.path, { locks }] as const),
  ];
  for (const [sent, [path, body]] of posts.entries()) {
    const { status, json } = await send(path, body);
    if (status !== 200)
      throw new Error(`the platform feed refused sample data: ${status} ${JSON.stringify(json)}`);
    onProgress((sent + 1) / posts.length);
  }
  return data;
}

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / FEED_BATCH_MAX) }, (_, index) =>
    items.slice(index * FEED_BATCH_MAX, (index + 1) * FEED_BATCH_MAX),
  );
}
