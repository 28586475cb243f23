import type { SortByCreation } from '@halyard/contract/fields';
import type { SearchedKind } from '../search-pieces/piece-totals.ts';

/**
 * A list in the order of creation, as SQL. Its table has `id` and `created_at` and the triggers that keep its rows
 * in `list_months`, `list_days` and `list_versions` under its name; where it is searched, `search_text`, too.
 */
export interface CreationList<Scope extends string> {
  readonly table: string;
  readonly idType: 'uuid' | 'bigint';
  /** What is shown, `id` and `created_at` among it: of the table or, with a join, of its rows `listed` and what they join. */
  readonly columns: string;
  readonly join?: string;
  readonly scopes: Readonly<Record<Scope, ListScope>>;
}

/** Those rows of a list that one asks for. */
export interface ListScope {
  /** A condition that an index in the order of creation knows. */
  readonly where: string;
  /** What the kept counts call them. */
  readonly states: readonly string[];
  /** A statement that tells their number from a summary, in its one row and column. */
  readonly total: string;
  /** What of them is searched, where its pieces are counted. */
  readonly searched?: readonly SearchedKind[];
}

/** Of rows that stay when they are deleted. */
export type LiveScope = 'live' | 'all';

export interface ListPageQuery<Scope extends string> {
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
  readonly sort: SortByCreation;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Of all pages together. */
  readonly totalCount: number;
}

interface ListOrder {
  readonly orderBy: string;
  /** Of the months and days of creation, of which `place` names one. */
  readonly periods: 'ASC' | 'DESC';
  /** What a `created_at` in or beyond the day of `place` is compared with. */
  readonly fromDay: string;
  /** Compares a place in the list with one at or before it. */
  readonly from: '>=' | '<=';
}

/** By the same index, read forwards or backwards. */
export const LIST_ORDERS: Readonly<Record<SortByCreation, ListOrder>> = {
  newest: {
    orderBy: 'ORDER BY created_at DESC, id DESC',
    periods: 'DESC',
    fromDay: `< (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM place)`,
    from: '<=',
  },
  oldest: {
    orderBy: 'ORDER BY created_at, id',
    periods: 'ASC',
    fromDay: `>= (SELECT day::timestamp AT TIME ZONE 'UTC' FROM place)`,
    from: '>=',
  },
};

/** A uuid, or a number counted up. */
export type RecordId = string | number;

export interface ListedRow {
  readonly id: RecordId;
}

type ShownColumns = Pick<CreationList<string>, 'columns' | 'join'>;

/** What is read of a list's table. */
export function readColumns({ columns, join }: ShownColumns): string {
  return join === undefined ? columns : '*';
}

/** What is shown of a page that has the columns that are read. */
export function shownOf({ columns, join }: ShownColumns, page: string): string {
  return join === undefined ? page : `SELECT ${columns} FROM (${page}) AS listed ${join}`;
}

/** A row of an outer join that found none. */
export interface NoRow {
  readonly id: null;
}

export function rowsOf<Row extends ListedRow>(rows: readonly (Row | NoRow)[]): Row[] {
  return rows.filter((row): row is Row => row.id !== null);
}
