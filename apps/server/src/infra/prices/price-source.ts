import { z } from 'zod';
import { askSource } from '../source/ask-source.ts';
import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';

/** Prices in USD as decimals, and symbols whose price was invalid. */
export interface PriceList {
  readonly prices: ReadonlyMap<string, string>;
  readonly refused: readonly string[];
}

export interface PriceSource {
  /** @throws SourceFailure if there is no valid price */
  readonly read: (signal: AbortSignal) => Promise<PriceList>;
}

const PRICE = /^\d{1,9}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i;
/** Prices outside of this range are certainly wrong. */
const USD_MIN = 1e-12;
const USD_MAX = 1e7;

const answer = z.record(z.string(), z.unknown());

/** Reads `{"ETH": 3120.5, "TRX": "0.19"}`, numbers or text, from a URL. Ignores symbols other than `symbols`. */
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
      if (prices.size === 0) throw new SourceFailure(`${source.subject} returned none of the prices`);
      return { prices, refused };
    },
  };
}

function isPrice(price: unknown): price is string {
  if (typeof price !== 'string' || !PRICE.test(price)) return false;
  const rough = Number(price);
  return rough >= USD_MIN && rough <= USD_MAX;
}
