import type { PriceOrigin } from './balance-sources.ts';

/**
 * Returns SQL for a WITH clause. `price` has the known prices with `symbol`, `usd`, `as_of`, `is_current` and
 * `is_last_known`. `failure` has one row with `error`, `is_out` and `refused` if the price source failed or returned invalid prices.
 */
export function priceTables(prices: PriceOrigin): string {
  return `failure AS MATERIALIZED (${prices === 'source' ? PRICE_FAILURE : NO_FAILURE}),
    price AS MATERIALIZED (${PRICES[prices]})`;
}

/** `refused` has the symbols of invalid prices. */
const PRICE_FAILURE = `SELECT error, failures > 0 AS is_out, refused FROM balance_sources WHERE name = 'prices' AND error IS NOT NULL`;
const NO_FAILURE = 'SELECT NULL::text AS error, false AS is_out, NULL::text[] AS refused WHERE false';

/** Source prices are current for an hour, and last known while the source fails or refuses them. Ledger prices never expire. */
const PRICES: Readonly<Record<PriceOrigin, string>> = {
  source: `SELECT * FROM (
      SELECT symbol, usd, as_of, as_of > now() - interval '1 hour' AS is_current,
        error IS NOT NULL AND (is_out OR symbol = ANY (refused)) AS is_last_known
      FROM prices LEFT JOIN failure ON true) AS known
    WHERE is_current OR is_last_known`,
  ledger: 'SELECT symbol, usd, as_of, true AS is_current, false AS is_last_known FROM ledger_prices',
  none: `SELECT NULL::text AS symbol, NULL::numeric AS usd, NULL::timestamptz AS as_of, false AS is_current,
      false AS is_last_known
    WHERE false`,
};
