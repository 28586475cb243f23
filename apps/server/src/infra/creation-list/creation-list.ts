import type { SortByCreation } from '@halyard/contract/fields';

/** A list in the order of creation, as SQL. Its table has `id`, `created_at`, `deleted_at` and `search_text`. */
export interface CreationList {
  readonly table: string;
  /** Of the row `listed`, `id` and `created_at` among them. */
  readonly columns: string;
  /** What the columns need besides `listed`. */
  readonly join: string;
  /** Sharded counts of the rows, with a `version` that every change of what the list shows or finds renews. */
  readonly totals: { readonly table: string; readonly live: string; readonly all: string };
  /** Counts by the day of creation in UTC: `day`, `live`, `deleted`. */
  readonly days: string;
}

export interface ListPageQuery {
  readonly limit: number;
  readonly offset: number;
  readonly includeDeleted: boolean;
  readonly sort: SortByCreation;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Of all pages together. */
  readonly totalCount: number;
}

interface ListOrder {
  readonly orderBy: string;
  /** Of the days of creation, which `place` names one of. */
  readonly days: 'ASC' | 'DESC';
  /** What a `created_at` in or beyond the day of `place` is compared with. */
  readonly fromDay: string;
  /** Compares a place in the list with one at or before it. */
  readonly from: '>=' | '<=';
}

/** By the same index, read forwards or backwards. */
export const LIST_ORDERS: Readonly<Record<SortByCreation, ListOrder>> = {
  newest: {
    orderBy: 'ORDER BY created_at DESC, id DESC',
    days: 'DESC',
    fromDay: `< (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM place)`,
    from: '<=',
  },
  oldest: {
    orderBy: 'ORDER BY created_at, id',
    days: 'ASC',
    fromDay: `>= (SELECT day::timestamp AT TIME ZONE 'UTC' FROM place)`,
    from: '>=',
  },
};

/** A row of an outer join that found none. */
export interface NoRow {
  readonly id: null;
}

export function rowsOf<Row extends { readonly id: string }>(rows: readonly (Row | NoRow)[]): Row[] {
  return rows.filter((row): row is Row => row.id !== null);
}
