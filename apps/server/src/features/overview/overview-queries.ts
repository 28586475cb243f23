import type { OrderStatus } from '@halyard/contract/orders';
import { sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';

const MONTHS = 24;

/** Decimals in USD with two digits behind the point, rounded half up. */
export interface Revenue {
  readonly total: string;
  /** The last 24 months in UTC, this one included, oldest first: `2026-01`. */
  readonly monthly: readonly { readonly month: string; readonly usd: string }[];
}

export type OrderCounts = Readonly<Record<OrderStatus, number>>;

export interface PlatformCounts {
  /** Neither blocked nor deleted. */
  readonly users: number;
  /** Not deleted. */
  readonly merchants: number;
}

export interface AuditCounts {
  readonly last24Hours: number;
  readonly last7Days: number;
  readonly last30Days: number;
}

/** Service fees of paid mainnet orders, by the month of payment. Each month is rounded by itself. */
export async function readRevenue(reader: DatabaseReader, at: Date): Promise<Revenue> {
  const { rows } = await sql<{ month: string; usd: string; total: string }>`
    WITH monthly AS (
      SELECT date_trunc('month', day::timestamp)::date AS month, sum(service_fee_usd) AS usd
      FROM order_totals WHERE status = 'paid' AND NOT testnet GROUP BY 1
    ), months AS (
      SELECT (date_trunc('month', ${at}::timestamptz AT TIME ZONE 'UTC') - make_interval(months => back))::date AS month
      FROM generate_series(0, ${MONTHS - 1}::integer) AS back
    )
    SELECT to_char(month, 'YYYY-MM') AS month, round(coalesce(usd, 0), 2) AS usd,
      (SELECT round(coalesce(sum(usd), 0), 2) FROM monthly) AS total
    FROM months LEFT JOIN monthly USING (month) ORDER BY months.month`.execute(reader);
  return {
    total: rows[0]?.total ?? '0.00',
    monthly: rows.map(({ month, usd }) => ({ month, usd })),
  };
}

/** Mainnet orders by status, like the revenue beside them: a test network's orders are no business. */
export async function readOrderCounts(reader: DatabaseReader): Promise<OrderCounts> {
  const rows = await reader
    .selectFrom('order_totals')
    .select(['status', sql<number>`sum(orders)::bigint`.as('orders')])
    .where('testnet', '=', false)
    .groupBy('status')
    .execute();
  const of = (status: OrderStatus) => rows.find((row) => row.status === status)?.orders ?? 0;
  return { paid: of('paid'), pending: of('pending'), expired: of('expired'), cancelled: of('cancelled') };
}

export async function readPlatformCounts(reader: DatabaseReader): Promise<PlatformCounts> {
  return await reader
    .selectNoFrom([
      sql<number>`(SELECT coalesce(sum(active), 0)::bigint FROM user_totals)`.as('users'),
      sql<number>`(SELECT coalesce(sum(active), 0)::bigint FROM merchant_totals)`.as('merchants'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Entries of the audit log in the last 24 hours, 7 and 30 days. Their numbers have no gaps and rise with their
 * times, so the first entry within a span tells how many there are, however many.
 */
export async function readAuditCounts(reader: DatabaseReader, at: Date): Promise<AuditCounts> {
  const since = (days: number) => sql<number>`coalesce(
    (SELECT sequence FROM audit_head) - (SELECT sequence - 1 FROM audit_log
      WHERE created_at >= ${at}::timestamptz - make_interval(hours => ${days * 24}::integer)
      ORDER BY created_at, sequence LIMIT 1), 0)`;
  return await reader
    .selectNoFrom([since(1).as('last24Hours'), since(7).as('last7Days'), since(30).as('last30Days')])
    .executeTakeFirstOrThrow();
}
