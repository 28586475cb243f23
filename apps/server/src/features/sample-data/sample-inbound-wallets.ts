import { NETWORKS } from '@halyard/contract/networks';
import type { RandomSource } from './random-source.ts';
import { firstDayOf, MINUTE_MS } from './sample-calendar.ts';
import type { OrderPayment } from './sample-order-payments.ts';
import type { NewSampleWallet, SampleWallet } from './sample-wallets.ts';

/** Inbound wallet with its payments in chronological order. */
export interface PaidWallet {
  readonly wallet: SampleWallet;
  readonly payments: readonly OrderPayment[];
}

/** Share of payments that get a new wallet. */
const OPENING_SHARE = 0.12;
const UNUSED = 60;

/** Creates wallets for some payments and assigns the other payments to them. A few wallets stay unused. */
export function createInboundWallets(
  random: RandomSource,
  newWallet: NewSampleWallet,
  payments: readonly OrderPayment[],
  now: Date,
): PaidWallet[] {
  const opened = NETWORKS.flatMap((network) => {
    const own = payments.filter(({ order }) => order.network === network);
    const wallets: { wallet: SampleWallet; payments: OrderPayment[] }[] = [];
    for (const [index, payment] of own.entries()) {
      const due = Math.ceil((index + 1) * OPENING_SHARE);
      if (wallets.length < due) {
        const createdAt = Date.parse(payment.order.createdAt) - (1 + 20 * random.next()) * MINUTE_MS;
        wallets.push({ wallet: newWallet({ network, type: 'inbound', createdAt }), payments: [payment] });
      } else random.pick(wallets).payments.push(payment);
    }
    return wallets;
  });
  const begin = firstDayOf(now).getTime();
  const unused = Array.from({ length: UNUSED }, () => {
    const createdAt = begin + (now.getTime() - begin) * random.next() ** 0.3;
    return {
      wallet: newWallet({ network: random.pick(NETWORKS), type: 'inbound', createdAt }),
      payments: [],
    };
  });
  return [...opened, ...unused];
}
