import { PAGE_SIZE } from '@halyard/contract/constants';
import type { SortByCreation } from '@halyard/contract/fields';
import type { Database } from '../db/database.ts';
import { type CreationDaysCondition, creationDaysCondition } from './creation-days.ts';
import type {
  CreationList,
  ListPage,
  ListPageQuery,
  ListScope,
  LiveListQuery,
  LiveScope,
} from './creation-list.ts';
import { searchCondition } from './search-condition.ts';

interface ListOrder {
  readonly orderBy: string;
  readonly days: 'ASC' | 'DESC';
  /** Condition on `created_at`: on the day of `place`, or on a later one in this order. */
  readonly fromDay: string;
}

/** Both orders use the same index. */
const ORDERS: Readonly<Record<SortByCreation, ListOrder>> = {
  newest: {
    orderBy: 'ORDER BY created_at DESC, id DESC',
    days: 'DESC',
    fromDay: `< (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM place)`,
  },
  oldest: {
    orderBy: 'ORDER BY created_at, id',
    days: 'ASC',
    fromDay: `>= (SELECT day::timestamp AT TIME ZONE 'UTC' FROM place)`,
  },
};

/** Every row has the total. An empty page has one row with only the total. */
type TotalRow<Row> = { readonly total: number } & (Row | { readonly id: null });

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set if PostgreSQL should keep the plan. */
  readonly name?: string;
}

/** Reads one page of a list and its exact total, in one statement and so in one snapshot. */
export async function readListPage<Row extends { readonly id: string | number }, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  query: ListPageQuery<Scope>,
): Promise<ListPage<Row>> {
  const { name, text, values } = statementOf(list, query);
  const rows =
    name === undefined
      ? (await database.query<TotalRow<Row>>({ text, values: [...values] })).rows
      : await database.prepared<TotalRow<Row>>({ name, text, values });
  return {
    rows: rows.filter((row): row is { readonly total: number } & Row => row.id !== null),
    totalCount: rows[0]?.total ?? 0,
  };
}

export async function readLivePage<Row extends { readonly id: string | number }>(
  database: Database,
  list: CreationList<LiveScope>,
  { includeDeleted, ...page }: LiveListQuery,
): Promise<ListPage<Row>> {
  return await readListPage<Row, LiveScope>(database, list, {
    ...page,
    scope: includeDeleted ? 'all' : 'live',
  });
}

/** What each kind of statement needs to know of its page. */
interface ListedPage {
  readonly list: CreationList<string>;
  readonly scope: ListScope;
  readonly limit: number;
  readonly sort: SortByCreation;
}

/**
 * Inlines the limit, because plans for an unknown limit are poor. Only pages of usual size keep a plan, and only without
 * days, which decide on the best plan.
 */
function statementOf<Scope extends string>(
  list: CreationList<Scope>,
  query: ListPageQuery<Scope>,
): Statement {
  const { search = '', limit, offset, sort } = query;
  const found = search === '' ? undefined : searchCondition(list.table, search, 1);
  const own = found || offset > 0 ? [...(found?.values ?? []), offset] : [];
  const days = creationDaysCondition(query, own.length + 1);
  const whole = list.scopes[query.scope];
  const page = { list, scope: days ? withinDays(list, whole, days) : whole, limit, sort };
  const values = [...own, ...(days?.values ?? [])];
  const kept = (kind: string) =>
    limit === PAGE_SIZE && !days ? { name: `${kind}-${list.table}-${query.scope}-${sort}` } : {};
  if (found) return { text: searchPage(page, found.match, own.length), values };
  if (offset > 0) return { text: deepPage(page), values, ...kept('deep') };
  return { text: firstPage(page), values, ...kept('first') };
}

/** Limits the rows and the counts of a scope to days. */
function withinDays(list: CreationList<string>, scope: ListScope, days: CreationDaysCondition): ListScope {
  return {
    where: `${scope.where} AND ${days.record}`,
    days: `(SELECT day, records FROM ${daysOf(list, scope)}) AS counted WHERE ${days.day}`,
  };
}

function firstPage({ list, scope, limit, sort }: ListedPage): string {
  const { orderBy } = ORDERS[sort];
  const page = `SELECT ${pageColumns(list)} FROM ${list.table} WHERE ${scope.where} ${orderBy} LIMIT ${limit}`;
  return withTotal(list, totalOf(list, scope), page, orderBy);
}

/** Finds the day that holds the offset by adding up the days' counts, then skips the rest within that day. */
function deepPage({ list, scope, limit, sort }: ListedPage): string {
  const { orderBy, days, fromDay } = ORDERS[sort];
  const place = `
    SELECT day, ($1::bigint - before)::bigint AS rest
    FROM (
      SELECT day, records, sum(records) OVER (ORDER BY day ${days} ROWS UNBOUNDED PRECEDING) - records AS before
      FROM (SELECT day, sum(records) AS records FROM ${daysOf(list, scope)} GROUP BY day) AS counted
    ) AS days
    WHERE before + records > $1::bigint ORDER BY day ${days} LIMIT 1`;
  const picked = `
    SELECT id FROM ${list.table} WHERE ${scope.where} AND created_at ${fromDay}
    ${orderBy} LIMIT ${limit} OFFSET (SELECT rest FROM place)`;
  const page = `SELECT ${pageColumns(list)} FROM ${list.table} JOIN (${picked}) AS picked USING (id)`;
  return `WITH place AS MATERIALIZED (${place})
    ${withTotal(list, totalOf(list, scope), page, orderBy)}`;
}

function searchPage(
  { list, scope, limit, sort }: ListedPage,
  match: string,
  offsetParameter: number,
): string {
  const { orderBy } = ORDERS[sort];
  const picked = `SELECT id FROM hits ${orderBy} LIMIT ${limit} OFFSET $${offsetParameter}`;
  const page = `SELECT ${pageColumns(list)} FROM ${list.table} JOIN (${picked}) AS picked USING (id)`;
  return `
    WITH hits AS MATERIALIZED (
      SELECT id, created_at FROM ${list.table}
      WHERE ${match} AND ${scope.where}
    )
    ${withTotal(list, 'SELECT count(*) FROM hits', page, orderBy)}`;
}

function daysOf({ table }: { readonly table: string }, scope: ListScope): string {
  if ('days' in scope) return scope.days;
  const { states } = scope;
  return `list_days WHERE list = '${table}' AND state IN (${states.map((state) => `'${state}'`).join()})`;
}

function totalOf(list: { readonly table: string }, scope: ListScope): string {
  return scope.total ?? `SELECT coalesce(sum(records), 0)::bigint FROM ${daysOf(list, scope)}`;
}

type ShownColumns = Pick<CreationList<string>, 'columns' | 'join'>;

function pageColumns({ columns, join }: ShownColumns): string {
  return join === undefined ? columns : '*';
}

function withTotal({ columns, join }: ShownColumns, total: string, page: string, orderBy: string): string {
  const shown = join === undefined ? page : `SELECT ${columns} FROM (${page}) AS listed ${join}`;
  return `
    SELECT total, found.*
    FROM (${total}) AS totals (total) LEFT JOIN (${shown}) AS found ON true
    ${orderBy}`;
}
