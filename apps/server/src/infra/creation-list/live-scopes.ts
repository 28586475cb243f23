import type { ListScope, LiveScope } from './creation-list.ts';

/** The scopes of a table whose deleted rows have a `deleted_at`, counted by expressions over its sharded `totals`. */
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
