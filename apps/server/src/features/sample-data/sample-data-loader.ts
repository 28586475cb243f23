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

/** Posts one body to the platform API and gives its answer. */
export type SendToPlatformApi = (
  path: string,
  body: object,
) => Promise<{ readonly status: number; readonly json: unknown }>;

/**
 * Makes sample data and sends it through the platform feed. What a run that broke off has sent is found
 * unchanged when the next one sends it again with the same seed and instant.
 * @returns all of it; the invitations, which the feed does not take, are still to be written.
 * @throws Error when a batch is refused.
 */
export async function loadSampleData(options: {
  readonly send: SendToPlatformApi;
  readonly seed: number;
  readonly now: Date;
  readonly orderCount?: number | undefined;
}): Promise<SampleData> {
  const { send, seed, now, orderCount } = options;
  const data = createSampleData(seed, now, orderCount);
  const { users, merchants, orders, credentials, wallets, walletTransactions, walletLocks } = data;

  async function post(path: string, body: object): Promise<void> {
    const { status, json } = await send(path, body);
    if (status !== 200)
      throw new Error(`the platform feed refused sample data: ${status} ${JSON.stringify(json)}`);
  }
  for (const batch of inBatches(users)) await post(feedUsers.path, { users: batch });
  for (const batch of inBatches(merchants)) await post(feedMerchants.path, { merchants: batch });
  for (const batch of inBatches(orders)) await post(feedOrders.path, { orders: batch });
  for (const batch of inBatches(credentials)) await post(feedCredentials.path, { credentials: batch });
  for (const batch of inBatches(wallets)) await post(feedWallets.path, { wallets: batch });
  for (const batch of inBatches(walletTransactions))
    await post(feedWalletTransactions.path, { transactions: batch });
  for (const batch of inBatches(walletLocks)) await post(feedWalletLocks.path, { locks: batch });
  return data;
}

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / FEED_BATCH_MAX) }, (_, index) =>
    items.slice(index * FEED_BATCH_MAX, (index + 1) * FEED_BATCH_MAX),
  );
}
