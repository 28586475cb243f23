import { PAGE_SIZE } from '@halyard/contract/constants';
import type { SortByCreation } from '@halyard/contract/fields';
import type { Database } from '../../infra/db/database.ts';
import { LIST_ORDERS } from './user-list-order.ts';
import { USER_COLUMNS, type UserRow } from './user-row.ts';

export interface FoundUsers {
  readonly users: readonly UserRow[];
  /** Of all pages together. */
  readonly totalCount: number;
}

export interface UserPageQuery {
  readonly limit: number;
  readonly offset: number;
  readonly includeDeleted: boolean;
  readonly sort: SortByCreation;
}

/** The total stands on every row, and on one without a user where the page is empty. */
type ListRow = { readonly total: number } & (UserRow | { readonly id: null });

/**
 * A page of all users in one statement, its total from the summary rows. Its limit is part of the statement's
 * text, so that a plan can be kept (one for any limit would be made for a tenth of all rows). Only the pages of
 * the usual size have theirs kept, once a connection.
 */
export async function readUserPage(database: Database, page: UserPageQuery): Promise<FoundUsers> {
  const { limit, offset, includeDeleted, sort } = page;
  const text = offset === 0 ? firstPage(page) : deepPage(page);
  const values = offset === 0 ? [] : [offset];
  if (limit !== PAGE_SIZE) return collect((await database.query<ListRow>({ text, values })).rows);
  const name = `${offset === 0 ? 'first' : 'deep'}-users-${sort}${includeDeleted ? '-with-deleted' : ''}`;
  return collect(await database.prepared<ListRow>({ name, text, values }));
}

function firstPage({ limit, includeDeleted, sort }: UserPageQuery): string {
  const { orderBy } = LIST_ORDERS[sort];
  const scope = includeDeleted ? '' : 'WHERE deleted_at IS NULL';
  return withTotal(
    `SELECT ${USER_COLUMNS} FROM users ${scope} ${orderBy} LIMIT ${limit}`,
    includeDeleted,
    orderBy,
  );
}

/**
 * Walks the counts of the months until the offset falls into one, those of its days likewise, skips what is left
 * from that day's beginning in the index, and reads only the rows of the page.
 */
function deepPage({ limit, includeDeleted, sort }: UserPageQuery): string {
  const { orderBy, periods, fromDay } = LIST_ORDERS[sort];
  const users = includeDeleted ? 'live + deleted' : 'live';
  const scope = includeDeleted ? '' : 'deleted_at IS NULL AND';
  const walked = (period: string, counts: string) => `
    SELECT ${period}, ${users} AS users,
      sum(${users}) OVER (ORDER BY ${period} ${periods} ROWS UNBOUNDED PRECEDING) - (${users}) AS before
    FROM ${counts}`;
  const place = `
    SELECT day, month.rest - before AS rest
    FROM (
      SELECT month, $1::bigint - before AS rest FROM (${walked('month', 'user_months')}) AS months
      WHERE before + users > $1::bigint ORDER BY month ${periods} LIMIT 1
    ) AS month CROSS JOIN LATERAL (
      ${walked('day', "user_days WHERE day >= month AND day < month + interval '1 month'")}
    ) AS days
    WHERE before + users > month.rest ORDER BY day ${periods} LIMIT 1`;
  const picked = `
    SELECT id FROM users WHERE ${scope} created_at ${fromDay}
    ${orderBy} LIMIT ${limit} OFFSET (SELECT rest FROM place)`;
  const found = `SELECT ${USER_COLUMNS} FROM users JOIN (${picked}) AS picked USING (id)`;
  return `WITH place AS MATERIALIZED (${place}) ${withTotal(found, includeDeleted, orderBy)}`;
}

function withTotal(found: string, includeDeleted: boolean, orderBy: string): string {
  const counted = includeDeleted ? 'active + blocked + deleted' : 'active + blocked';
  return `
    SELECT total, found.*
    FROM (SELECT coalesce(sum(${counted}), 0)::bigint AS total FROM user_totals) AS totals
      LEFT JOIN (${found}) AS found ON true
    ${orderBy}`;
}

function collect(rows: readonly ListRow[]): FoundUsers {
  return { users: rows.filter((row) => row.id !== null), totalCount: rows[0]?.total ?? 0 };
}
