import { BoundValues } from '../../infra/db/bound-values.ts';
import { matchOf, NEWEST_FIRST, type StatementText, withTotal } from './transactions-text.ts';
import type { TransactionsQuery } from './wallet-transactions-query.ts';

/** Reads any page of an outbound wallet. Finds the days to read by the counts per month and day. */
export function walkedTransactions(query: TransactionsQuery): StatementText {
  const { limit, offset, from, to, after } = query;
  const values = new BoundValues();
  const match = matchOf(query, values);
  const newer = to === undefined ? '0' : countSince(match, values.bind(to, 'timestamptz'));
  const last =
    from === undefined
      ? `(SELECT coalesce(sum(transactions), 0) FROM wallet_totals WHERE ${match})`
      : countSince(match, values.bind(from, 'timestamptz'));
  const passed =
    after === undefined
      ? '0'
      : countSince(match, values.bind(after.createdAt, 'timestamptz'), values.bind(after.id, 'uuid'));
  const text = `
    WITH ends AS MATERIALIZED (
      SELECT ${newer} AS newer, ${passed} AS passed, ${last} AS last
    ), page AS MATERIALIZED (
      SELECT start, least(start + ${limit}, last) AS stop
      FROM (SELECT greatest(newer, passed) + ${values.bind(offset, 'bigint')} AS start, last FROM ends) AS ends
    ), months AS MATERIALIZED (
      SELECT month, before FROM (${placed('month', `wallet_months WHERE ${match}`)}) AS months, page
      WHERE before < stop AND before + records > start
    ), days AS MATERIALIZED (
      SELECT day, before + before_month AS before
      FROM (${placed('day', `wallet_days WHERE ${match} AND ${IN_MONTHS}`)}) AS days,
        (SELECT min(before) AS before_month FROM months) AS first, page
      WHERE before + before_month < stop AND before + before_month + records > start
    ), picked AS (
      SELECT listed.id
      FROM page, days CROSS JOIN LATERAL (
        SELECT id, created_at FROM wallet_transactions
        WHERE ${match} AND created_at >= ${midnight('day')} AND created_at < ${midnight('day + 1')}
        ${NEWEST_FIRST} LIMIT stop - before
      ) AS listed
      ${NEWEST_FIRST}
      LIMIT (SELECT greatest(stop - start, 0) FROM page)
      OFFSET (SELECT start FROM page) - (SELECT min(before) FROM days)
    )
    ${withTotal(
      'SELECT greatest(last - newer, 0)::bigint FROM ends',
      'SELECT * FROM wallet_transactions JOIN picked USING (id)',
    )}`;
  return { text, values: values.bound };
}

const IN_MONTHS = `day >= (SELECT min(month) FROM months)
  AND day < (SELECT (max(month) + interval '1 month')::date FROM months)`;

/** Counts matches at or after a time; with an id, up to and including that transaction. */
function countSince(match: string, at: string, id?: string): string {
  const day = `(${at} AT TIME ZONE 'UTC')::date`;
  const month = `date_trunc('month', ${at} AT TIME ZONE 'UTC')`;
  return `(
    (SELECT coalesce(sum(transactions), 0) FROM wallet_months WHERE ${match} AND month > ${month}::date)
    + (SELECT coalesce(sum(transactions), 0) FROM wallet_days
        WHERE ${match} AND day > ${day} AND day < (${month} + interval '1 month')::date)
    + (SELECT count(*) FROM wallet_transactions
        WHERE ${match} AND created_at < ${midnight(`${day} + 1`)}
          AND ${id === undefined ? `created_at >= ${at}` : `(created_at, id) >= (${at}, ${id})`}))`;
}

/** Selects periods with their number of records and the number of records in newer periods. */
function placed(period: string, counts: string): string {
  return `SELECT ${period}, records,
      (sum(records) OVER (ORDER BY ${period} DESC ROWS UNBOUNDED PRECEDING) - records)::bigint AS before
    FROM (SELECT ${period}, sum(transactions::integer) AS records FROM ${counts} GROUP BY ${period}) AS counted`;
}

/** Start of a day in UTC. */
function midnight(day: string): string {
  return `(${day})::timestamp AT TIME ZONE 'UTC'`;
}
