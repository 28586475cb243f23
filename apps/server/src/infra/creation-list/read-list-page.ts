import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Database } from '../db/database.ts';
import {
  type CreationList,
  LIST_ORDERS,
  type ListPage,
  type ListPageQuery,
  type NoRow,
  rowsOf,
} from './creation-list.ts';

/**
 * A page of all rows in one statement, its total from the summary rows. Its limit is part of the statement's
 * text, so that a plan can be kept (one for any limit would be made for a tenth of all rows). Only the pages of
 * the usual size have theirs kept, once a connection.
 */
export async function readListPage<Row extends { readonly id: string }>(
  database: Database,
  list: CreationList,
  page: ListPageQuery,
): Promise<ListPage<Row>> {
  const { limit, offset, includeDeleted, sort } = page;
  const text = offset === 0 ? firstPage(list, page) : deepPage(list, page);
  const values = offset === 0 ? [] : [offset];
  const name = `${offset === 0 ? 'first' : 'deep'}-${list.table}-${sort}${includeDeleted ? '-with-deleted' : ''}`;
  // The total stands on every row, and on one without a record where the page is empty.
  const rows: ({ readonly total: number } & (Row | NoRow))[] =
    limit === PAGE_SIZE
      ? await database.prepared({ name, text, values })
      : (await database.query<{ readonly total: number } & (Row | NoRow)>({ text, values })).rows;
  return { rows: rowsOf<Row>(rows), totalCount: rows[0]?.total ?? 0 };
}

function firstPage(list: CreationList, { limit, includeDeleted, sort }: ListPageQuery): string {
  const { orderBy } = LIST_ORDERS[sort];
  const scope = includeDeleted ? '' : 'WHERE deleted_at IS NULL';
  return withTotal(list, `SELECT * FROM ${list.table} ${scope} ${orderBy} LIMIT ${limit}`, {
    includeDeleted,
    orderBy,
  });
}

/**
 * Walks the counts of the days until the offset falls into one, skips what is left of it from that day's
 * beginning in the index, and reads only the rows of the page.
 */
function deepPage(list: CreationList, { limit, includeDeleted, sort }: ListPageQuery): string {
  const { orderBy, days, fromDay } = LIST_ORDERS[sort];
  const counted = includeDeleted ? 'live + deleted' : 'live';
  const scope = includeDeleted ? '' : 'deleted_at IS NULL AND';
  const place = `
    SELECT day, ($1::bigint - before)::bigint AS rest
    FROM (SELECT day, records, sum(records) OVER (ORDER BY day ${days} ROWS UNBOUNDED PRECEDING) - records AS before
      FROM (SELECT day, ${counted} AS records FROM ${list.days}) AS counted) AS walked
    WHERE before + records > $1::bigint ORDER BY day ${days} LIMIT 1`;
  const picked = `
    SELECT id FROM ${list.table} WHERE ${scope} created_at ${fromDay}
    ${orderBy} LIMIT ${limit} OFFSET (SELECT rest FROM place)`;
  const page = `SELECT * FROM ${list.table} JOIN (${picked}) AS picked USING (id)`;
  return `WITH place AS MATERIALIZED (${place}) ${withTotal(list, page, { includeDeleted, orderBy })}`;
}

function withTotal(
  { columns, join, totals }: CreationList,
  page: string,
  { includeDeleted, orderBy }: { readonly includeDeleted: boolean; readonly orderBy: string },
): string {
  return `
    SELECT total, found.*
    FROM (SELECT coalesce(sum(${includeDeleted ? totals.all : totals.live}), 0)::bigint AS total
        FROM ${totals.table}) AS totals
      LEFT JOIN (SELECT ${columns} FROM (${page}) AS listed ${join}) AS found ON true
    ${orderBy}`;
}
