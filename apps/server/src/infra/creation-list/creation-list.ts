import type { SortByCreation } from '@halyard/contract/fields';
import type { CreationDays } from './creation-days.ts';

/** A list in order of creation, as SQL. Triggers count the table's rows per state and day in `list_days`. */
export interface CreationList<Scope extends string> {
  readonly table: string;
  /** Selected columns, including `id` and `created_at`. With a join, from `listed` and the joined rows. */
  readonly columns: string;
  readonly join?: string;
  readonly scopes: Readonly<Record<Scope, ListScope>>;
}

export type ListScope = {
  /** Condition on the rows; may use `$1`, the pattern of a searched address. An index in order of creation should cover it. */
  readonly where: string;
  /** Statement that counts the rows faster than summing the days. */
  readonly total?: string;
} & (
  | {
      /** States in `list_days` that make up the scope. */
      readonly states: readonly string[];
    }
  | {
      /** SQL source of `day` and `records`, where the scope is no state in `list_days`. A day may have several rows. */
      readonly days: string;
    }
);

/** Scopes of a table that keeps its deleted rows. */
export type LiveScope = 'live' | 'all';

export interface ListPageQuery<Scope extends string> extends CreationDays {
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
  readonly sort: SortByCreation;
  /** What `searchCondition` finds rows by; empty for all rows. */
  readonly search?: string;
}

export interface LiveListQuery extends Omit<ListPageQuery<LiveScope>, 'scope'> {
  readonly includeDeleted: boolean;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
}

/** Scopes of a table with `deleted_at`, counted by expressions over its sharded `totals`. */
export function liveScopes(
  totals: string,
  counts: Readonly<Record<LiveScope, string>>,
): Readonly<Record<LiveScope, ListScope>> {
  const total = (counted: string) => `SELECT coalesce(sum(${counted}), 0)::bigint FROM ${totals}`;
  return {
    live: { where: 'deleted_at IS NULL', states: ['live'], total: total(counts.live) },
    all: { where: 'true', states: ['live', 'deleted'], total: total(counts.all) },
  };
}
