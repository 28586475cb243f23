import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';
import type { ChainAsset } from './chain-assets.ts';

/** How much of an asset an address holds. */
export interface ChainBalance {
  readonly symbol: string;
  readonly tokenAddress: string | null;
  /** A decimal in whole units: `12.5` of USDT. */
  readonly balance: string;
}

/** What a chain said about some addresses. */
export interface ChainReading {
  /** Balances are as of this block, or newer where a chain cannot say it exactly. */
  readonly blockNumber: number;
  /** Of every asset, or why one of them could not be had: then the address's balances are not known. */
  readonly balances: ReadonlyMap<string, readonly ChainBalance[] | SourceFailure>;
  /** Why some addresses are not among them. */
  readonly failure: SourceFailure | undefined;
}

/** Reads balances from a node of one chain, which it does not trust. */
export interface ChainReader {
  /** The most addresses to ask for at a time. */
  readonly addressesMax: number;
  /** How many of these to spend on addresses that nobody waits for, so that the node's limits are not used up. */
  readonly spareAddressesMax: number;
  /** @throws SourceFailure where the node cannot be used at all */
  readonly read: (addresses: readonly string[], signal: AbortSignal) => Promise<ChainReading>;
}

/**
 * No asset comes near so many of its smallest units: 3.4e20 whole ones of 18 decimals. What is above is a lie, or
 * a token that is none.
 */
const UNITS_MAX = 2n ** 128n;

/**
 * What an address holds of every asset, or, where one of the amounts cannot be had or cannot be, why nothing is
 * known of it: an amount that is missing is not 0.
 * @param amounts in smallest units, in the order of the assets
 */
export function chainBalances(
  { subject }: Pick<Source, 'subject'>,
  assets: readonly ChainAsset[],
  amounts: readonly (bigint | undefined)[],
): readonly ChainBalance[] | SourceFailure {
  const balances: ChainBalance[] = [];
  for (const [index, { symbol, tokenAddress, decimals }] of assets.entries()) {
    const units = amounts[index];
    if (units === undefined || units < 0n || units > UNITS_MAX) {
      return new SourceFailure(`${subject} returned an invalid ${symbol} balance`, { isOut: false });
    }
    balances.push({ symbol, tokenAddress, balance: decimalOf(units, decimals) });
  }
  return balances;
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
