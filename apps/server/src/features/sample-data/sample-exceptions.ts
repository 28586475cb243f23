import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { FeedWallet, FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { MINUTE_MS, toIso } from './sample-calendar.ts';
import { newHash } from './sample-movement.ts';

interface Records {
  readonly orders: readonly FeedOrder[];
  readonly wallets: readonly FeedWallet[];
  readonly walletTransactions: readonly FeedWalletTransaction[];
}

const UNREFUNDED = 3;

/**
 * Returns the transactions with some that disagree with their orders: late payments that were not refunded, a second
 * payment, one in another currency, one without an order, and one that is too low.
 */
export function withSampleExceptions(
  { orders, wallets, walletTransactions }: Records,
  seed: number,
): FeedWalletTransaction[] {
  const random = createRandomSource(seed);
  const newestFirst = walletTransactions.toReversed();
  const refunds = newestFirst.filter(({ type }) => type === 'refund').slice(0, UNREFUNDED);
  const statusOf = new Map(orders.map(({ uuid, status }) => [uuid, status]));
  const [twice, other, unmatched] = newestFirst.filter(
    ({ type, status, testnet, orderUuid, currency }) =>
      type === 'payment' &&
      status === 'confirmed' &&
      !testnet &&
      statusOf.get(orderUuid ?? '') === 'paid' &&
      currency.includes('USDT'),
  );
  const added = [
    twice && again(random, twice, wallets, {}),
    other && again(random, other, wallets, { currency: other.currency.replace('USDT', 'USDC') }),
    unmatched && again(random, unmatched, wallets, { orderUuid: null }),
    createLowPayment(random, { orders, wallets, walletTransactions }),
  ].filter((each) => each !== undefined);
  return [...walletTransactions.filter((each) => !refunds.includes(each)), ...added].sort((a, b) =>
    a.createdAt.localeCompare(b.createdAt),
  );
}

/** The same payment, a moment later. */
function again(
  random: RandomSource,
  payment: FeedWalletTransaction,
  wallets: readonly FeedWallet[],
  rest: Partial<FeedWalletTransaction>,
): FeedWalletTransaction | undefined {
  const wallet = wallets.find(({ uuid }) => uuid === payment.walletUuid);
  return (
    wallet && {
      ...payment,
      uuid: random.uuid(),
      hash: newHash(random, wallet.network),
      createdAt: toIso(Date.parse(payment.createdAt) + 1_000),
      ...rest,
    }
  );
}

/** Half of what an expired order without a payment asked for. */
function createLowPayment(
  random: RandomSource,
  { orders, wallets, walletTransactions }: Records,
): FeedWalletTransaction | undefined {
  const paid = new Set(walletTransactions.map(({ orderUuid }) => orderUuid));
  const order = orders.findLast(
    ({ uuid, status, testnet }) => status === 'expired' && !testnet && !paid.has(uuid),
  );
  const wallet = wallets.find(({ type, network }) => type === 'inbound' && network === order?.network);
  if (order === undefined || wallet === undefined) return undefined;
  return {
    uuid: random.uuid(),
    walletUuid: wallet.uuid,
    direction: 'incoming',
    status: 'confirmed',
    type: 'payment',
    testnet: false,
    hash: newHash(random, wallet.network),
    currency: order.currency,
    amount: half(order.amount),
    amountUsd: half(order.amountUsd),
    networkFee: null,
    orderUuid: order.uuid,
    createdAt: toIso(Date.parse(order.createdAt) + 5 * MINUTE_MS),
  };
}

function half(amount: string): string {
  return (Number(amount) / 2).toFixed(2);
}
