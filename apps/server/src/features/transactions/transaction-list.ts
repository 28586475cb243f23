import { BoundValues } from '../../infra/db/bound-values.ts';
import { transactionSearchCondition } from '../../infra/record-search/transaction-search.ts';
import type { TransactionListQuery } from './transaction-list-query.ts';

export interface StatementText {
  readonly text: string;
  readonly values: readonly unknown[];
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';
const TOTALS = 'count(*) AS transactions, coalesce(sum(amount_usd), 0) AS usd';

/** Selects the page's transactions with the totals in every row. An empty page has one row with only the totals. */
export function transactionListText(query: TransactionListQuery): StatementText {
  const values = new BoundValues();
  const text = listText(query, values);
  return { text, values: values.bound };
}

function listText(query: TransactionListQuery, values: BoundValues): string {
  if (query.search !== '') return pageOfHits(query, values);
  if (query.minUsd !== undefined || query.maxUsd !== undefined) return pageOfRange(query, values);
  return pageByDays(query, values);
}

/** A condition that fits both the transactions and their counts in `transaction_days`. */
function filterCondition(
  { direction, type, status, network, currency, walletType, testnet }: TransactionListQuery,
  values: BoundValues,
): string {
  const texts = { direction, type, status, network, currency, wallet_type: walletType };
  const conditions = Object.entries(texts).flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = ${values.bind(value, 'text')}`],
  );
  if (testnet !== undefined) conditions.push(`testnet = ${values.bind(testnet, 'boolean')}`);
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** A condition on time and amount. The planner sees the values, because they decide which index reads less. */
function rangeCondition({ from, to, minUsd, maxUsd }: TransactionListQuery, values: BoundValues): string {
  const conditions: string[] = [];
  if (from !== undefined) conditions.push(`created_at >= ${values.bindKnown(from, 'timestamptz')}`);
  if (to !== undefined) conditions.push(`created_at < ${values.bindKnown(to, 'timestamptz')}`);
  if (minUsd !== undefined) conditions.push(`amount_usd >= ${values.bindKnown(minUsd, 'numeric')}`);
  if (maxUsd !== undefined) conditions.push(`amount_usd <= ${values.bindKnown(maxUsd, 'numeric')}`);
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** Few transactions match a search, so that all of these are read. */
function pageOfHits(query: TransactionListQuery, values: BoundValues): string {
  const conditions = [
    transactionSearchCondition(query.search, values),
    filterCondition(query, values),
    rangeCondition(query, values),
  ];
  return `
    WITH hits AS MATERIALIZED (
      SELECT id, created_at, amount_usd FROM wallet_transactions WHERE ${conditions.join(' AND ')}
    ), totals AS (SELECT ${TOTALS} FROM hits), picked AS (
      SELECT id FROM hits ${NEWEST_FIRST} LIMIT ${query.limit} OFFSET ${values.bind(query.offset, 'bigint')}
    )
    ${PAGE_WITH_TOTALS}`;
}

/** Counts all matches in the amount index or the time index: the planner picks the one with fewer rows to read. */
function pageOfRange(query: TransactionListQuery, values: BoundValues): string {
  const where = `amount_usd IS NOT NULL AND ${filterCondition(query, values)} AND ${rangeCondition(query, values)}`;
  return `
    WITH totals AS (SELECT ${TOTALS} FROM wallet_transactions WHERE ${where}), picked AS (
      SELECT id FROM wallet_transactions WHERE ${where}
      ${NEWEST_FIRST} LIMIT ${query.limit} OFFSET ${values.bindKnown(query.offset, 'bigint')}
    )
    ${PAGE_WITH_TOTALS}`;
}

/** Finds the months, the days and then the transactions of a page by the counts, which also give the totals. */
function pageByDays(query: TransactionListQuery, values: BoundValues): string {
  const filter = filterCondition(query, values);
  const to = query.to === undefined ? undefined : values.bind(query.to, 'timestamptz');
  const from =
    query.from === undefined
      ? undefined
      : `least(${values.bind(query.from, 'timestamptz')}, ${to ?? 'NULL'})`;
  return `
    WITH newer AS MATERIALIZED (${to === undefined ? 'SELECT 0 AS transactions, 0 AS usd' : matchesSince(filter, to)}),
    reached AS MATERIALIZED (${from === undefined ? `SELECT ${SUMS} FROM transaction_months WHERE ${filter}` : matchesSince(filter, from)}),
    totals AS (
      SELECT greatest(reached.transactions - newer.transactions, 0)::bigint AS transactions, reached.usd - newer.usd AS usd
      FROM newer, reached
    ), page AS MATERIALIZED (
      SELECT start, least(start + ${query.limit}, reached.transactions) AS stop
      FROM (SELECT transactions + ${values.bind(query.offset, 'bigint')} AS start FROM newer) AS first, reached
    ), months AS MATERIALIZED (
      SELECT month, before FROM (${placed('month', `transaction_months WHERE ${filter}`)}) AS months, page
      WHERE before < stop AND before + transactions > start
    ), days AS MATERIALIZED (
      SELECT day, before + before_month AS before
      FROM (${placed('day', `transaction_days WHERE ${filter} AND ${IN_MONTHS}`)}) AS days,
        (SELECT min(before) AS before_month FROM months) AS newest, page
      WHERE before + before_month < stop AND before + before_month + transactions > start
    ), picked AS (
      SELECT listed.id FROM page, days CROSS JOIN LATERAL (
        SELECT id, created_at FROM wallet_transactions
        WHERE ${filter} AND created_at >= ${midnight('day')} AND created_at < ${midnight('day + 1')}
        ${NEWEST_FIRST} LIMIT stop - before
      ) AS listed
      ${NEWEST_FIRST} LIMIT ${query.limit}
      OFFSET (SELECT start FROM page) - (SELECT min(before) FROM days)
    )
    ${PAGE_WITH_TOTALS}`;
}

const SUMS = 'coalesce(sum(transactions), 0) AS transactions, coalesce(sum(usd), 0) AS usd';
const IN_MONTHS = `day >= (SELECT min(month) FROM months)
  AND day < (SELECT (max(month) + interval '1 month')::date FROM months)`;

/** Selects the sums of the matches at or after a time. */
function matchesSince(filter: string, at: string): string {
  const day = `(${at} AT TIME ZONE 'UTC')::date`;
  const month = `date_trunc('month', ${at} AT TIME ZONE 'UTC')`;
  return `
    SELECT ${SUMS} FROM (
      SELECT transactions, usd FROM transaction_months WHERE ${filter} AND month > ${month}::date
      UNION ALL SELECT transactions, usd FROM transaction_days
        WHERE ${filter} AND day > ${day} AND day < (${month} + interval '1 month')::date
      UNION ALL SELECT ${TOTALS} FROM wallet_transactions
        WHERE ${filter} AND created_at >= ${at} AND created_at < ${midnight(`${day} + 1`)}
    ) AS parts`;
}

/** Selects periods with their number of transactions and the number in newer periods. */
function placed(period: string, counts: string): string {
  return `SELECT ${period}, transactions,
      sum(transactions) OVER (ORDER BY ${period} DESC ROWS UNBOUNDED PRECEDING) - transactions AS before
    FROM (SELECT ${period}, sum(transactions) AS transactions FROM ${counts} GROUP BY ${period}) AS counted`;
}

/** Start of a day in UTC. */
function midnight(day: string): string {
  return `(${day})::timestamp AT TIME ZONE 'UTC'`;
}

/** Selects the rows of `picked`, with `totals`. */
const PAGE_WITH_TOTALS = `
    SELECT totals.transactions AS total, trim_scale(totals.usd)::text AS total_usd, found.*
    FROM totals LEFT JOIN (
      SELECT listed.id, listed.direction, listed.status, listed.hash, listed.currency, listed.type, listed.testnet,
        listed.created_at, trim_scale(listed.amount)::text AS amount, trim_scale(listed.amount_usd)::text AS amount_usd,
        trim_scale(listed.network_fee)::text AS network_fee, listed.order_id, orders.merchant_order_id,
        orders.status AS order_status, wallet.id AS wallet_id, wallet.uuid AS wallet_uuid, wallet.network,
        wallet.type AS wallet_type, wallet.address, wallet.address_seal
      FROM wallet_transactions AS listed JOIN picked USING (id) JOIN wallets AS wallet ON wallet.id = listed.wallet_id
        LEFT JOIN orders ON orders.id = listed.order_id
    ) AS found ON true
    ${NEWEST_FIRST}`;
