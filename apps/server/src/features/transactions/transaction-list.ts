import { BoundValues } from '../../infra/db/bound-values.ts';
import { transactionConditions } from '../../infra/record-search/transaction-conditions.ts';
import { transactionSearchCondition } from '../../infra/record-search/transaction-search.ts';
import type { TransactionListQuery } from './transaction-list-query.ts';

export interface StatementText {
  readonly text: string;
  readonly values: readonly unknown[];
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';
/** Money that moved: the rest failed, is on its way, or is of a test network. */
const IS_MOVED = `status = 'confirmed' AND NOT testnet`;
/** Totals of transactions. */
const TOTALS = `count(*) AS transactions, coalesce(sum(amount_usd), 0) AS usd,
  coalesce(sum(amount_usd) FILTER (WHERE ${IS_MOVED}), 0) AS confirmed_usd`;
/** The same of a row of counts. */
const COUNTS = `transactions, usd, CASE WHEN ${IS_MOVED} THEN usd ELSE 0 END AS confirmed_usd`;
/** Sums of counts or totals. */
const SUMS = `coalesce(sum(transactions), 0)::bigint AS transactions, coalesce(sum(usd), 0) AS usd,
  coalesce(sum(confirmed_usd), 0) AS confirmed_usd`;

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
function filterCondition(query: TransactionListQuery, values: BoundValues): string {
  return transactionConditions(query, values).join(' AND ') || 'true';
}

/** Limits as SQL. The planner sees their values, because they decide which index reads less. */
interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minUsd?: string | undefined;
  readonly maxUsd?: string | undefined;
}

function rangeOf({ from, to, minUsd, maxUsd }: TransactionListQuery, values: BoundValues): Range {
  const time = (text: string | undefined) => (text === undefined ? undefined : values.bindKnownTime(text));
  const usd = (text: string | undefined) =>
    text === undefined ? undefined : values.bindKnown(text, 'numeric');
  return {
    from: time(from),
    to: time(to),
    minUsd: usd(minUsd),
    maxUsd: usd(maxUsd),
  };
}

function withinRange({ from, to, minUsd, maxUsd }: Range): string {
  return allOf(
    from && `created_at >= ${from}`,
    to && `created_at < ${to}`,
    minUsd && `amount_usd >= ${minUsd}`,
    maxUsd && `amount_usd <= ${maxUsd}`,
  );
}

function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter((condition) => condition !== undefined).join(' AND ') || 'true';
}

/** Few transactions match a search, so that all of these are read. */
function pageOfHits(query: TransactionListQuery, values: BoundValues): string {
  const conditions = [
    transactionSearchCondition(query.search, values),
    filterCondition(query, values),
    withinRange(rangeOf(query, values)),
  ];
  return `
    WITH hits AS MATERIALIZED (
      SELECT id, created_at, amount_usd, status, testnet FROM wallet_transactions WHERE ${conditions.join(' AND ')}
    ), totals AS (SELECT ${TOTALS} FROM hits), picked AS (
      SELECT id FROM hits ${NEWEST_FIRST} LIMIT ${query.limit} OFFSET ${values.bind(query.offset, 'bigint')}
    )
    ${PAGE_WITH_TOTALS}`;
}

/** Finds a page in the index of amounts or of times: the planner picks the one with fewer rows to read. */
function pageOfRange(query: TransactionListQuery, values: BoundValues): string {
  const filter = filterCondition(query, values);
  const range = rangeOf(query, values);
  return `
    WITH totals AS (${sumOf(countsOfRange(filter, range))}), picked AS (
      SELECT id FROM wallet_transactions WHERE amount_usd IS NOT NULL AND ${filter} AND ${withinRange(range)}
      ${NEWEST_FIRST} LIMIT ${query.limit} OFFSET ${values.bindKnown(query.offset, 'bigint')}
    )
    ${PAGE_WITH_TOTALS}`;
}

/** Selects the counts of whole months and whole steps of USD, and counts the other transactions one by one. */
function countsOfRange(filter: string, range: Range): string {
  const { from, to, minUsd, maxUsd } = range;
  const first =
    from &&
    `((date_trunc('month', ${from} AT TIME ZONE 'UTC' - interval '1 microsecond') + interval '1 month') AT TIME ZONE 'UTC')`;
  const end = to && `(date_trunc('month', ${to} AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;
  const lowest = minUsd && `next_usd_step(${minUsd})`;
  const highest = maxUsd && `usd_step(${maxUsd})`;
  const wholeSteps = allOf(
    first && `month >= (${first} AT TIME ZONE 'UTC')::date`,
    end && `month < (${end} AT TIME ZONE 'UTC')::date`,
    lowest && `usd_from >= ${lowest}`,
    highest && `usd_from < ${highest}`,
  );
  const counts = (limits: Range, condition: string) =>
    `SELECT ${TOTALS} FROM wallet_transactions
      WHERE amount_usd IS NOT NULL AND ${filter} AND ${withinRange(limits)} AND ${condition}`;
  const wholeMonths = { ...range, from: first, to: end };
  const parts = [
    `SELECT ${COUNTS} FROM transaction_usd_steps WHERE ${filter} AND ${wholeSteps}`,
    first && counts(range, `created_at < ${first}`),
    end && counts(range, `created_at >= greatest(${first ?? 'NULL'}, ${end})`),
    lowest && counts(wholeMonths, `amount_usd < ${lowest}`),
    highest && counts(wholeMonths, `amount_usd >= greatest(${lowest ?? 'NULL'}, ${highest})`),
  ];
  return parts.filter((part) => part !== undefined).join(' UNION ALL ');
}

/** Finds the months, the days and then the transactions of a page by the counts, which also give the totals. */
function pageByDays(query: TransactionListQuery, values: BoundValues): string {
  const filter = filterCondition(query, values);
  const to = query.to === undefined ? undefined : values.bindTime(query.to);
  const from =
    query.from === undefined ? undefined : `least(${values.bindTime(query.from)}, ${to ?? 'NULL'})`;
  return `
    WITH newer AS MATERIALIZED (${to === undefined ? 'SELECT 0 AS transactions, 0 AS usd, 0 AS confirmed_usd' : matchesSince(filter, to)}),
    reached AS MATERIALIZED (${from === undefined ? sumOf(`SELECT ${COUNTS} FROM transaction_months WHERE ${filter}`) : matchesSince(filter, from)}),
    totals AS (
      SELECT greatest(reached.transactions - newer.transactions, 0)::bigint AS transactions, reached.usd - newer.usd AS usd,
        reached.confirmed_usd - newer.confirmed_usd AS confirmed_usd
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

const IN_MONTHS = `day >= (SELECT min(month) FROM months)
  AND day < (SELECT (max(month) + interval '1 month')::date FROM months)`;

function sumOf(parts: string): string {
  return `SELECT ${SUMS} FROM (${parts}) AS parts`;
}

/** Selects the sums of the matches at or after a time. */
function matchesSince(filter: string, at: string): string {
  const day = `(${at} AT TIME ZONE 'UTC')::date`;
  const month = `date_trunc('month', ${at} AT TIME ZONE 'UTC')`;
  return sumOf(`
      SELECT ${COUNTS} FROM transaction_months WHERE ${filter} AND month > ${month}::date
      UNION ALL SELECT ${COUNTS} FROM transaction_days
        WHERE ${filter} AND day > ${day} AND day < (${month} + interval '1 month')::date
      UNION ALL SELECT ${TOTALS} FROM wallet_transactions
        WHERE ${filter} AND created_at >= ${at} AND created_at < ${midnight(`${day} + 1`)}`);
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
    SELECT totals.transactions AS total, trim_scale(totals.usd)::text AS total_usd,
      trim_scale(totals.confirmed_usd)::text AS confirmed_usd, found.*
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
