import type { Network } from '@halyard/contract/networks';
import { type RawBuilder, sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { type RevenueSpan, wholeMonthsOf } from './revenue-span.ts';
import type { DaySpan } from './series-span.ts';

const TOP_MERCHANTS = 10;

/** Decimals as text, unrounded. */
export type RevenueRow = { readonly revenue_usd: string; readonly orders: number } & (
  | { readonly kind: 'total' | 'previous'; readonly key: null }
  | { readonly kind: 'network'; readonly key: Network }
  | { readonly kind: 'currency'; readonly key: string }
  | {
      readonly kind: 'merchant';
      readonly key: string;
      readonly name: string;
      readonly previous_revenue_usd: string;
    }
);

/** Days that no order can have. */
const NO_DAYS: DaySpan = { from: 'infinity', to: '-infinity' };
const ALL_DAYS: DaySpan = { from: '-infinity', to: 'infinity' };

/** Reads kept totals in one snapshot. Each kind comes with its highest revenue first. */
export async function readRevenueRows(
  reader: DatabaseReader,
  span: RevenueSpan,
): Promise<readonly RevenueRow[]> {
  const days = span.isOpen ? ALL_DAYS : span;
  const before = span.before ?? NO_DAYS;
  const { rows } = await sql<RevenueRow>`
    WITH paid AS MATERIALIZED (
      SELECT network, currency, sum(orders) AS orders, sum(service_fee_usd) AS usd FROM payment_days
      WHERE NOT testnet AND day BETWEEN ${days.from}::date AND ${days.to}::date
      GROUP BY network, currency HAVING sum(orders) > 0
    ), top AS MATERIALIZED (
      SELECT merchant_id, sum(orders) AS orders, sum(service_fee_usd) AS usd FROM (${ofMerchants(days)}) AS kept
      GROUP BY merchant_id HAVING sum(service_fee_usd) > 0 ORDER BY usd DESC, merchant_id LIMIT ${TOP_MERCHANTS}
    )
    SELECT kind, key, name, trim_scale(coalesce(usd, 0)) AS revenue_usd, coalesce(orders, 0)::bigint AS orders,
      trim_scale(previous_usd) AS previous_revenue_usd
    FROM (
      SELECT 'total' AS kind, NULL AS key, NULL AS name, sum(usd) AS usd, sum(orders) AS orders, NULL::numeric AS previous_usd
        FROM paid
      UNION ALL SELECT 'previous', NULL, NULL, sum(service_fee_usd), sum(orders), NULL FROM payment_days
        WHERE NOT testnet AND day BETWEEN ${before.from}::date AND ${before.to}::date
      UNION ALL SELECT 'network', network, NULL, sum(usd), sum(orders), NULL FROM paid GROUP BY network
      UNION ALL SELECT 'currency', currency, NULL, sum(usd), sum(orders), NULL FROM paid GROUP BY currency
      UNION ALL SELECT 'merchant', merchant_id::text, name, top.usd, top.orders, earlier.usd
        FROM top JOIN merchants ON merchants.id = merchant_id CROSS JOIN LATERAL (
          SELECT coalesce(sum(service_fee_usd), 0) AS usd FROM (${ofMerchants(before)}) AS kept
          WHERE kept.merchant_id = top.merchant_id) AS earlier (usd)
    ) AS figures
    ORDER BY kind, usd DESC, key`.execute(reader);
  return rows;
}

/** Selects the totals of whole months, and of the days before and after them. */
function ofMerchants(span: DaySpan): RawBuilder<unknown> {
  const { from, to } = span;
  const { first, end } =
    span === ALL_DAYS || span === NO_DAYS ? { first: from, end: to } : wholeMonthsOf(span);
  return sql`
    SELECT merchant_id, orders, service_fee_usd FROM merchant_revenue
    WHERE (unit = 'month' AND begins >= ${first}::date AND begins < ${end}::date)
      OR (unit = 'day' AND begins >= ${from}::date AND begins < ${first}::date)
      OR (unit = 'day' AND begins >= ${end}::date AND begins <= ${to}::date)`;
}
