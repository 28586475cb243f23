import { NATIVE_SYMBOLS, type Network } from '@halyard/contract/networks';
import type { RandomSource } from './random-source.ts';
import { type SampleCurrency, usdPriceAt } from './sample-payments.ts';

const UNIT_DIGITS = 8;
const UNITS = 10 ** UNIT_DIGITS;

interface Chain {
  /** What moving a token costs, and moving the chain's own currency, at least; at most it is three times that. */
  readonly tokenFee: number;
  readonly nativeFee: number;
  /** Less is not worth its fee. */
  readonly leastSweepUsd: number;
}

const CHAINS: Readonly<Record<Network, Chain>> = {
  ETH: { tokenFee: 0.0006, nativeFee: 0.00021, leastSweepUsd: 60 },
  POLYGON: { tokenFee: 0.004, nativeFee: 0.0015, leastSweepUsd: 2 },
  BSC: { tokenFee: 0.00012, nativeFee: 0.00005, leastSweepUsd: 5 },
  TRON: { tokenFee: 6.4, nativeFee: 0.27, leastSweepUsd: 20 },
};

export function nativeOf(network: Network): SampleCurrency {
  return NATIVE_SYMBOLS[network] as SampleCurrency;
}

/** What moving a currency costs, in units of the chain's own. */
export function feeOf(random: RandomSource, network: Network, currency: SampleCurrency): bigint {
  const { tokenFee, nativeFee } = CHAINS[network];
  const least = currency === nativeOf(network) ? nativeFee : tokenFee;
  return unitsOf(least * (1 + 2 * random.next() ** 2));
}

export function isWorthSweeping(
  network: Network,
  currency: SampleCurrency,
  units: bigint,
  at: number,
): boolean {
  return usdOf(currency, units, at) >= CHAINS[network].leastSweepUsd;
}

/** A hundred-millionth of a currency is a unit: all amounts of the sample data are whole numbers of these. */
function unitsOf(amount: number): bigint {
  return BigInt(Math.round(amount * UNITS));
}

/** @param amount a decimal of at most 8 digits behind the point */
export function parseUnits(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(UNIT_DIGITS, '0'));
}

/** A decimal as the contract wants it. */
export function writeUnits(units: bigint): string {
  const digits = String(units).padStart(UNIT_DIGITS + 1, '0');
  const part = digits.slice(-UNIT_DIGITS).replace(/0+$/, '');
  return digits.slice(0, -UNIT_DIGITS) + (part && `.${part}`);
}

export function usdOf(currency: SampleCurrency, units: bigint, at: number): number {
  return (Number(units) / UNITS) * usdPriceAt(currency, at);
}

/** As many units as come to this much. */
export function unitsWorth(currency: SampleCurrency, usd: number, at: number): bigint {
  return unitsOf(usd / usdPriceAt(currency, at));
}
