import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';
import type { ChainAsset } from './chain-assets.ts';

export interface ChainBalance {
  readonly symbol: string;
  readonly tokenAddress: string | null;
  /** A decimal in whole units: `12.5` of USDT. */
  readonly balance: string;
}

export interface ChainReading {
  /** Block of the balances. On TRON, balances may be a few blocks newer. */
  readonly blockNumber: number;
  /** All assets of each address, or why they are unavailable. */
  readonly balances: ReadonlyMap<string, readonly ChainBalance[] | SourceFailure>;
  /** Why some addresses are missing. */
  readonly failure: SourceFailure | undefined;
}

/** Reads balances from an untrusted node of one chain. */
export interface ChainReader {
  readonly addressesMax: number;
  /** Maximum number of low-priority addresses among them, to spare the node's rate limit. */
  readonly spareAddressesMax: number;
  /** @throws SourceFailure if the node cannot be used at all */
  readonly read: (addresses: readonly string[], signal: AbortSignal) => Promise<ChainReading>;
}

/** Larger amounts are invalid: no asset has 3.4e20 whole units of 18 decimals. */
const UNITS_MAX = 2n ** 128n;

/** Formats balances from amounts in smallest units. Fails if any is missing or invalid: a missing amount is not 0. */
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
