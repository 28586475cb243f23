import { z } from 'zod';
import { askSource } from '../source/ask-source.ts';
import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';

/** What assets cost in USD, a decimal each, and which of their prices make no sense. */
export interface PriceList {
  readonly prices: ReadonlyMap<string, string>;
  readonly refused: readonly string[];
}

export interface PriceSource {
  /** @throws SourceFailure where it knows no price at all */
  readonly read: (signal: AbortSignal) => Promise<PriceList>;
}

const PRICE = /^\d{1,9}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i;
/** Beyond these no asset of a payment costs: what is, was not meant as a price in USD. */
const USD_MIN = 1e-12;
const USD_MAX = 1e7;

const answer = z.record(z.string(), z.unknown());

/**
 * Reads prices from an address that answers `{"ETH": 3120.5, "TRX": "0.19"}`, numbers or decimals as text; symbols
 * other than `symbols` are left aside, those that are missing are unknown.
 */
export function createPriceSource(options: {
  readonly url: string;
  readonly symbols: readonly string[];
}): PriceSource {
  const source: Source = { subject: 'The price source', url: options.url };
  return {
    read: async (signal) => {
      const known = await askSource(source, { answer }, signal);
      const prices = new Map<string, string>();
      const refused: string[] = [];
      for (const symbol of options.symbols) {
        const price = Object.hasOwn(known, symbol) ? known[symbol] : undefined;
        if (price === undefined || price === null) continue;
        if (isPrice(price)) prices.set(symbol, price);
        else refused.push(symbol);
      }
      if (prices.size === 0) throw new SourceFailure(`${source.subject} returned no price we need`);
      return { prices, refused };
    },
  };
}

function isPrice(price: unknown): price is string {
  if (typeof price !== 'string' || !PRICE.test(price)) return false;
  const rough = Number(price);
  return rough >= USD_MIN && rough <= USD_MAX;
}
