import type { Network } from '@halyard/contract/networks';
import type { RandomSource } from './random-source.ts';
import { DAY_MS } from './sample-calendar.ts';

export interface SamplePrice {
  readonly network: Network;
  readonly currency: SampleCurrency;
  readonly amount: string;
  readonly amountUsd: string;
}

interface Coin {
  readonly usd: number;
  /** Relative range of the price. */
  readonly swing: number;
  readonly digits: number;
}

const COINS = {
  USDT: { usd: 1, swing: 0, digits: 2 },
  USDC: { usd: 1, swing: 0, digits: 2 },
  ETH: { usd: 2_900, swing: 0.35, digits: 6 },
  POL: { usd: 0.52, swing: 0.4, digits: 2 },
  BNB: { usd: 590, swing: 0.25, digits: 5 },
  TRX: { usd: 0.19, swing: 0.4, digits: 1 },
} as const satisfies Readonly<Record<string, Coin>>;

export type SampleCurrency = keyof typeof COINS;

const CURRENCIES_OF: Readonly<Record<Network, readonly SampleCurrency[]>> = {
  TRON: ['USDT', 'USDT', 'USDT', 'USDT', 'USDC', 'TRX'],
  ETH: ['USDT', 'USDC', 'USDC', 'ETH', 'ETH'],
  POLYGON: ['USDT', 'USDC', 'USDC', 'POL'],
  BSC: ['USDT', 'USDT', 'USDC', 'BNB'],
};
const NETWORKS_BY_USE: readonly Network[] = [
  'TRON',
  'TRON',
  'TRON',
  'TRON',
  'POLYGON',
  'POLYGON',
  'BSC',
  'BSC',
  'ETH',
];

export function createSamplePrice(random: RandomSource, usualOrderUsd: number, at: number): SamplePrice {
  const network = random.pick(NETWORKS_BY_USE);
  const currency = random.pick(CURRENCIES_OF[network]);
  const { swing, digits } = COINS[currency];
  const cents = Math.max(100, roundedPrice(random, usualOrderUsd * Math.exp(0.6 * random.normal())));
  const amountUsd = (cents / 100).toFixed(2);
  return {
    network,
    currency,
    amount: swing === 0 ? amountUsd : (cents / 100 / usdPriceAt(currency, at)).toFixed(digits),
    amountUsd,
  };
}

/** Prefers .00, .50, .90 and .99. */
function roundedPrice(random: RandomSource, usd: number): number {
  return random.chance(0.7) ? Math.floor(usd) * 100 + random.pick([0, 50, 90, 99]) : Math.round(usd * 100);
}

/** Varies the price by season and week. */
export function usdPriceAt(currency: SampleCurrency, at: number): number {
  const { usd, swing } = COINS[currency];
  const day = at / DAY_MS;
  return usd * (1 + swing * (0.7 * Math.sin(day / 97 + usd) + 0.3 * Math.sin(day / 17)));
}
