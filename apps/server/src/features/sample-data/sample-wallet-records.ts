import type { FeedOrder } from '@halyard/contract/platform-feed';
import type {
  FeedWallet,
  FeedWalletLock,
  FeedWalletTransaction,
} from '@halyard/contract/platform-feed-wallets';
import type { RandomSource } from './random-source.ts';
import { HOUR_MS, toIso } from './sample-calendar.ts';
import { feeOf, parseUnits } from './sample-chains.ts';
import { createInboundHistory } from './sample-inbound-history.ts';
import { createInboundWallets, type PaidWallet } from './sample-inbound-wallets.ts';
import { type Movement, newHash, toFeedTransaction } from './sample-movement.ts';
import { createOrderPayments, type OrderPayment } from './sample-order-payments.ts';
import { createOutboundHistory } from './sample-outbound-history.ts';
import type { SampleCurrency } from './sample-payments.ts';
import { createOutboundWallets, createWalletMaker, type SampleWallet } from './sample-wallets.ts';

export interface SampleWalletRecords {
  readonly wallets: readonly FeedWallet[];
  readonly walletLocks: readonly FeedWalletLock[];
  readonly walletTransactions: readonly FeedWalletTransaction[];
}

/** Creates wallets with their transactions in chronological order. */
export function createSampleWalletRecords(
  random: RandomSource,
  seed: number,
  orders: readonly FeedOrder[],
  now: Date,
): SampleWalletRecords {
  const newWallet = createWalletMaker(random, seed);
  const outbound = createOutboundWallets(random, newWallet, now);
  const payments = createOrderPayments(random, orders, now.getTime());
  const inbound = createInboundWallets(random, newWallet, payments, now);
  const movements = [
    ...inbound.flatMap((paid) =>
      createInboundHistory(random, paid, counterOf(random, outbound, paid.wallet), now.getTime()),
    ),
    ...payments.flatMap((payment) => createRefund(random, outbound, payment, now.getTime()) ?? []),
  ].sort((a, b) => a.at - b.at);
  const all = [
    ...movements.filter(({ wallet }) => wallet.type === 'inbound'),
    ...outbound.flatMap((wallet) =>
      createOutboundHistory(
        random,
        wallet,
        movements.filter((movement) => movement.wallet === wallet),
        now.getTime(),
      ),
    ),
  ].sort((a, b) => a.at - b.at);
  return {
    wallets: [...outbound, ...inbound.map(({ wallet }) => wallet)]
      .sort((a, b) => a.createdAt - b.createdAt)
      .map((wallet) => ({ ...wallet, createdAt: toIso(wallet.createdAt) })),
    walletLocks: createLocks(random, orders, inbound),
    walletTransactions: all.map((movement) => toFeedTransaction(random, movement)),
  };
}

/** Picks an outbound wallet, mostly the first of the network. */
function counterOf(
  random: RandomSource,
  outbound: readonly SampleWallet[],
  { network }: SampleWallet,
): SampleWallet {
  const own = outbound.filter((wallet) => wallet.network === network);
  const [first = random.pick(own)] = own;
  return random.chance(0.5) ? first : random.pick(own);
}

function createRefund(
  random: RandomSource,
  outbound: readonly SampleWallet[],
  { order, at, isRefunded }: OrderPayment,
  now: number,
): Movement | undefined {
  const refundedAt = at + (1 + 30 * random.next()) * HOUR_MS;
  if (!isRefunded || order.testnet || refundedAt >= now) return undefined;
  const currency = order.currency as SampleCurrency;
  return {
    wallet: random.pick(outbound.filter(({ network }) => network === order.network)),
    direction: 'outgoing',
    type: 'refund',
    status: 'confirmed',
    currency,
    units: parseUnits(order.amount),
    fee: feeOf(random, order.network, currency),
    hash: newHash(random, order.network),
    at: refundedAt,
    orderUuid: order.uuid,
  };
}

/** Locks one wallet per open order: the wallet that receives the payment, or another. */
function createLocks(
  random: RandomSource,
  orders: readonly FeedOrder[],
  inbound: readonly PaidWallet[],
): FeedWalletLock[] {
  const open = orders.filter(({ status, testnet }) => status === 'pending' && !testnet);
  const payingTo = new Map(
    inbound.flatMap(({ wallet, payments }) => payments.map(({ order }) => [order.uuid, wallet] as const)),
  );
  const locked = new Set<SampleWallet>();
  return open.flatMap((order) => {
    const lockedAt = Date.parse(order.createdAt);
    const free = inbound.filter(
      ({ wallet }) => wallet.network === order.network && wallet.createdAt < lockedAt && !locked.has(wallet),
    );
    const wallet = payingTo.get(order.uuid) ?? random.pick(free).wallet;
    if (locked.has(wallet) || wallet.createdAt > lockedAt) return [];
    locked.add(wallet);
    const { merchantUuid: merchantId, currency, network: networkId } = order;
    return {
      walletUuid: wallet.uuid,
      lock: { merchantId, currency, networkId, lockedAt: order.createdAt },
    };
  });
}
