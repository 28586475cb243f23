import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Database } from '../db/database.ts';
import {
  type CreationList,
  LIST_ORDERS,
  type ListedRow,
  type ListPage,
  type ListPageQuery,
  type NoRow,
  readColumns,
  rowsOf,
  shownOf,
} from './creation-list.ts';

/** The total stands on every row, and on one without a record where the page is empty. */
type TotalRow<Row> = { readonly total: number } & (Row | NoRow);

/**
 * A page of all rows in one statement, its total from the summary rows. Its limit is part of the statement's
 * text, so that a plan can be kept (one for any limit would be made for a tenth of all rows). Only the pages of
 * the usual size have theirs kept, once a connection.
 */
export async function readListPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  page: ListPageQuery<Scope>,
): Promise<ListPage<Row>> {
  const { limit, offset, scope, sort } = page;
  const text = offset === 0 ? firstPage(list, page) : deepPage(list, page);
  const values = offset === 0 ? [] : [offset];
  const name = `${offset === 0 ? 'first' : 'deep'}-${list.table}-${scope}-${sort}`;
  const rows =
    limit === PAGE_SIZE
      ? await database.prepared<TotalRow<Row>>({ name, text, values })
      : (await database.query<TotalRow<Row>>({ text, values })).rows;
  return { rows: rowsOf<Row>(rows), totalCount: rows[0]?.total ?? 0 };
}

function firstPage<Scope extends string>(
  list: CreationList<Scope>,
  { limit, scope, sort }: ListPageQuery<Scope>,
): string {
  const { where, total } = list.scopes[scope];
  const { orderBy } = LIST_ORDERS[sort];
  return withTotal(list, {
    total,
    orderBy,
    page: `SELECT ${readColumns(list)} FROM ${list.table} WHERE ${where} ${orderBy} LIMIT ${limit}`,
  });
}

/**
 * Walks the counts of the months until the offset falls into one, those of its days likewise, skips what is left
 * from that day's beginning in the index, and reads only the rows of the page.
 */
function deepPage<Scope extends string>(
  list: CreationList<Scope>,
  { limit, scope, sort }: ListPageQuery<Scope>,
): string {
  const { where, states, total } = list.scopes[scope];
  const { orderBy, periods, fromDay } = LIST_ORDERS[sort];
  const inScope = `list = '${list.table}' AND state IN (${states.map((state) => `'${state}'`).join()})`;
  const counted = (period: string, counts: string) =>
    states.length === 1
      ? `SELECT ${period}, records FROM ${counts} WHERE ${inScope}`
      : `SELECT ${period}, sum(records)::integer AS records FROM ${counts} WHERE ${inScope} GROUP BY ${period}`;
  const walked = (period: string, counts: string) => `
    SELECT ${period}, records,
      sum(records) OVER (ORDER BY ${period} ${periods} ROWS UNBOUNDED PRECEDING) - records AS before
    FROM (${counted(period, counts)}) AS counted`;
  const place = `
    SELECT day, (month.rest - before)::bigint AS rest
    FROM (
      SELECT month, $1::bigint - before AS rest FROM (${walked('month', 'list_months')}) AS months
      WHERE before + records > $1::bigint ORDER BY month ${periods} LIMIT 1
    ) AS month CROSS JOIN LATERAL (
      ${walked('day', 'list_days')} WHERE day >= month AND day < month + interval '1 month'
    ) AS days
    WHERE before + records > month.rest ORDER BY day ${periods} LIMIT 1`;
  const picked = `
    SELECT id FROM ${list.table} WHERE ${where} AND created_at ${fromDay}
    ${orderBy} LIMIT ${limit} OFFSET (SELECT rest FROM place)`;
  const page = `SELECT ${readColumns(list)} FROM ${list.table} JOIN (${picked}) AS picked USING (id)`;
  return `WITH place AS MATERIALIZED (${place}) ${withTotal(list, { total, orderBy, page })}`;
}

function withTotal(
  list: Pick<CreationList<string>, 'columns' | 'join'>,
  { total, orderBy, page }: { readonly total: string; readonly orderBy: string; readonly page: string },
): string {
  return `
    SELECT total, found.*
    FROM (${total}) AS totals (total) LEFT JOIN (${shownOf(list, page)}) AS found ON true
    ${orderBy}`;
}
