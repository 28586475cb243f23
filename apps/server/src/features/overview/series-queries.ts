import type { SeriesPeriod, SeriesPoint } from '@halyard/contract/overview';
import { type RawBuilder, sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import type { DaySpan, SeriesSpan } from './series-span.ts';

/** Exact decimals, without rounding. */
export type PeriodFigures = Omit<SeriesPeriod, keyof DaySpan>;
export type PointFigures = Omit<SeriesPoint, 'auditEntries'>;

interface FigureRow {
  readonly revenue_usd: string;
  readonly paid_orders: number;
  readonly new_users: number;
  readonly new_merchants: number;
}

/** Reads the points, oldest first, and their sum, in one snapshot. */
export async function readPoints(
  reader: DatabaseReader,
  span: SeriesSpan,
): Promise<{ readonly points: readonly PointFigures[]; readonly period: PeriodFigures }> {
  const { step, from, to, isOpen } = span;
  const start = sql`least(greatest(date_trunc(${step}::text, day::timestamp)::date, ${from}::date),
    date_trunc(${step}::text, ${to}::timestamp)::date)`;
  const { rows } = await sql<FigureRow & { readonly start: string | null }>`
    SELECT start, ${sums}
    FROM (SELECT ${start} AS start, kept.*
        FROM (${keptByDay(isOpen ? { from: '-infinity', to: 'infinity' } : span)}) AS kept
      UNION ALL SELECT greatest(point::date, ${from}::date), null, 0, 0, 0, 0
        FROM generate_series(date_trunc(${step}::text, ${from}::timestamp), ${to}::timestamp, ('1 ' || ${step}::text)::interval) AS point) AS kept
    GROUP BY GROUPING SETS ((start), ()) ORDER BY start NULLS LAST`.execute(reader);
  const whole = rows.at(-1);
  if (whole === undefined) throw new Error('an aggregate without a row');
  return {
    points: rows.flatMap(({ start, ...row }) => (start === null ? [] : [{ start, ...figuresOf(row) }])),
    period: figuresOf(whole),
  };
}

export async function readPeriod(reader: DatabaseReader, span: DaySpan): Promise<PeriodFigures> {
  const { rows } = await sql<FigureRow>`SELECT ${sums} FROM (${keptByDay(span)}) AS kept`.execute(reader);
  return figuresOf(onlyRow(rows));
}

/** Returns the day of the oldest record; undefined if there is none. */
export async function readFirstDay(reader: DatabaseReader): Promise<string | undefined> {
  const { rows } = await sql<{ readonly day: string | null }>`
    SELECT least(
      (SELECT day FROM order_totals WHERE status = 'paid' AND NOT testnet
        GROUP BY day HAVING sum(orders) > 0 ORDER BY day LIMIT 1),
      (SELECT min(first.day)
        FROM (VALUES ('users', 'live'), ('users', 'deleted'), ('merchants', 'live'), ('merchants', 'deleted'))
          AS kept (list, state), LATERAL (SELECT day FROM list_days
            WHERE list = kept.list AND state = kept.state AND records > 0 ORDER BY day LIMIT 1) AS first)) AS day`.execute(
    reader,
  );
  return rows[0]?.day ?? undefined;
}

const sums = sql`trim_scale(coalesce(sum(usd), 0)) AS revenue_usd, coalesce(sum(orders), 0)::bigint AS paid_orders,
  coalesce(sum(users), 0)::bigint AS new_users, coalesce(sum(merchants), 0)::bigint AS new_merchants`;

function keptByDay({ from, to }: DaySpan): RawBuilder<unknown> {
  return sql`
    SELECT day, service_fee_usd AS usd, orders, 0 AS users, 0 AS merchants FROM order_totals
      WHERE status = 'paid' AND NOT testnet AND day BETWEEN ${from}::date AND ${to}::date
    UNION ALL
    SELECT day, 0, 0, CASE list WHEN 'users' THEN records ELSE 0 END, CASE list WHEN 'merchants' THEN records ELSE 0 END
      FROM list_days WHERE list IN ('users', 'merchants') AND state IN ('live', 'deleted')
        AND day BETWEEN ${from}::date AND ${to}::date`;
}

function figuresOf(row: FigureRow): PeriodFigures {
  return {
    revenueUsd: row.revenue_usd,
    paidOrders: row.paid_orders,
    newUsers: row.new_users,
    newMerchants: row.new_merchants,
  };
}
