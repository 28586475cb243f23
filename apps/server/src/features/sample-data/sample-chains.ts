import { NATIVE_SYMBOLS, type Network } from '@halyard/contract/networks';
import type { RandomSource } from './random-source.ts';
import { type SampleCurrency, usdPriceAt } from './sample-payments.ts';

const UNIT_DIGITS = 8;
const UNITS = 10 ** UNIT_DIGITS;

interface Chain {
  /** Minimum fee of a token transfer. The maximum is three times that. */
  readonly tokenFee: number;
  readonly nativeFee: number;
  /** Minimum balance that is swept, because each sweep costs a fee. */
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

/** Converts to units of 10^-8. All sample amounts are whole numbers of units. */
function unitsOf(amount: number): bigint {
  return BigInt(Math.round(amount * UNITS));
}

/** @param amount decimal with at most 8 fraction digits */
export function parseUnits(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(UNIT_DIGITS, '0'));
}

export function writeUnits(units: bigint): string {
  const digits = String(units).padStart(UNIT_DIGITS + 1, '0');
  const part = digits.slice(-UNIT_DIGITS).replace(/0+$/, '');
  return digits.slice(0, -UNIT_DIGITS) + (part && `.${part}`);
}

export function usdOf(currency: SampleCurrency, units: bigint, at: number): number {
  return (Number(units) / UNITS) * usdPriceAt(currency, at);
}

export function unitsWorth(currency: SampleCurrency, usd: number, at: number): bigint {
  return unitsOf(usd / usdPriceAt(currency, at));
}
