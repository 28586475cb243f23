import { BoundValues } from '../../infra/db/bound-values.ts';
import { orderJoins } from '../../infra/order-joins.ts';
import {
  type OrderValues,
  orderConditions,
  type PaymentTimes,
  paymentConditions,
} from '../../infra/record-search/order-conditions.ts';
import { type OrderOwners, orderOwnerConditions } from '../../infra/record-search/order-owner-conditions.ts';

/** With a time of payment, the list has only paid orders, by payment. */
export interface OrderListQuery extends OrderOwners, OrderValues, PaymentTimes {
  readonly limit: number;
  readonly offset: number;
  /** Creation, inclusive. */
  readonly from?: string | undefined;
  /** Creation, exclusive. */
  readonly to?: string | undefined;
}

interface StatementText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Time that orders are listed by, and their counts per day of it. */
type ListTime =
  | { readonly column: 'created_at'; readonly days: 'order_days' }
  | { readonly column: 'paid_at'; readonly days: 'payment_days' };

const BY_CREATION: ListTime = { column: 'created_at', days: 'order_days' };
const BY_PAYMENT: ListTime = { column: 'paid_at', days: 'payment_days' };

const newestFirst = ({ column }: ListTime) => `ORDER BY ${column} DESC, id DESC`;

const isByPayment = ({ paidFrom, paidTo }: OrderListQuery) => (paidFrom ?? paidTo) !== undefined;
const isByCreation = ({ from, to }: OrderListQuery) => (from ?? to) !== undefined;

/** Selects the page's orders with the total in every row. An empty page has one row with only the total. */
export function orderListText(query: OrderListQuery): StatementText {
  const values = new BoundValues();
  const owners = orderOwnerConditions(query, values);
  const readsAllHits = owners.length > 0 || (isByPayment(query) && isByCreation(query));
  const text = readsAllHits ? pageOfHits(query, owners, values) : pageByDays(query, values);
  return { text, values: values.bound };
}

/** A condition that fits both the orders and their counts per day. The counts of payments have no status. */
function filterCondition(query: OrderListQuery, values: BoundValues): string {
  const statusColumn = isByPayment(query) ? `'paid'` : 'status';
  return orderConditions(query, values, statusColumn).join(' AND ') || 'true';
}

function pageOfHits(query: OrderListQuery, owners: readonly string[], values: BoundValues): string {
  const time = isByPayment(query) ? BY_PAYMENT : BY_CREATION;
  const conditions = [...owners, filterCondition(query, values), ...paymentConditions(query, values)];
  if (query.from !== undefined) conditions.push(`created_at >= ${values.bindTime(query.from)}`);
  if (query.to !== undefined) conditions.push(`created_at < ${values.bindTime(query.to)}`);
  return `
    WITH hits AS MATERIALIZED (SELECT id, ${time.column} FROM orders WHERE ${conditions.join(' AND ')}),
      picked AS (SELECT id FROM hits ${newestFirst(time)} LIMIT ${query.limit} OFFSET ${values.bind(query.offset, 'bigint')})
    ${withTotal('SELECT count(*) FROM hits', time)}`;
}

/**
 * Adds up the counts of the days to find the total and those days that hold the page, and reads only the orders of these.
 * A day that `from` or `to` cuts is counted by its orders.
 */
function pageByDays(query: OrderListQuery, values: BoundValues): string {
  const time = isByPayment(query) ? BY_PAYMENT : BY_CREATION;
  const { column, days } = time;
  const counted = filterCondition(query, values);
  const filter = time === BY_PAYMENT ? `status = 'paid' AND ${counted}` : counted;
  const [first, last] = time === BY_PAYMENT ? [query.paidFrom, query.paidTo] : [query.from, query.to];
  const from = first === undefined ? `'-infinity'::timestamptz` : values.bindTime(first);
  const to = last === undefined ? `'infinity'::timestamptz` : values.bindTime(last);
  const offset = values.bind(query.offset, 'bigint');
  return `
    WITH days AS MATERIALIZED (
      SELECT begins, ends, CASE WHEN begins = midnight AND ends = next_midnight THEN orders ELSE (
          SELECT count(*) FROM orders WHERE ${filter} AND ${column} >= begins AND ${column} < ends) END AS orders
      FROM (
        SELECT orders, midnight, next_midnight, greatest(midnight, ${from}) AS begins, least(next_midnight, ${to}) AS ends
        FROM (SELECT day, sum(orders) AS orders FROM ${days} WHERE ${counted} GROUP BY day) AS counted
          CROSS JOIN LATERAL (SELECT day::timestamp AT TIME ZONE 'UTC' AS midnight,
            (day + 1)::timestamp AT TIME ZONE 'UTC' AS next_midnight) AS bounds
      ) AS cut
      WHERE begins < ends AND orders > 0
    ), placed AS MATERIALIZED (
      SELECT *, sum(orders) OVER (ORDER BY begins DESC ROWS UNBOUNDED PRECEDING) - orders AS before FROM days
    ), holding AS MATERIALIZED (
      SELECT * FROM placed WHERE before < ${offset} + ${query.limit} AND before + orders > ${offset}
    ), picked AS (
      SELECT listed.id FROM holding CROSS JOIN LATERAL (
        SELECT id, ${column} FROM orders WHERE ${filter} AND ${column} >= begins AND ${column} < ends
        ${newestFirst(time)} LIMIT ${offset} + ${query.limit} - before
      ) AS listed
      ${newestFirst(time)} LIMIT ${query.limit} OFFSET ${offset} - coalesce((SELECT min(before) FROM holding), 0)
    )
    ${withTotal('SELECT coalesce(sum(orders), 0)::bigint FROM days', time)}`;
}

function withTotal(total: string, time: ListTime): string {
  return `
    SELECT total, found.*
    FROM (${total}) AS totals (total)
      LEFT JOIN (SELECT ${ORDER_COLUMNS} FROM orders JOIN picked USING (id) ${orderJoins('orders')}) AS found ON true
    ${newestFirst(time)}`;
}

export const ORDER_COLUMNS = `orders.id, orders.merchant_order_id, orders.status, orders.network, orders.testnet,
  orders.currency, trim_scale(orders.amount)::text AS amount, trim_scale(orders.amount_usd)::text AS amount_usd,
  trim_scale(received.amount)::text AS received_amount, trim_scale(orders.service_fee_rate)::text AS service_fee_rate,
  trim_scale(orders.service_fee_usd)::text AS service_fee_usd, orders.created_at, orders.paid_at,
  merchant.id AS merchant_id, merchant.name AS merchant_name, creator.id AS user_id, creator.email AS user_email, ARRAY(
    SELECT kind FROM exceptions WHERE order_id = orders.id AND exceptions.state = 'open' ORDER BY kind) AS exceptions`;
