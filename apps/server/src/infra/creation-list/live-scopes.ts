import type { ListScope, LiveScope } from './creation-list.ts';

/**
 * The scopes of a table whose deleted rows have a `deleted_at`, counted by expressions over its sharded `totals`, and
 * searched under its own name.
 */
export function liveScopes(
  table: string,
  totals: string,
  counts: Readonly<Record<LiveScope, string>>,
): Readonly<Record<LiveScope, ListScope>> {
  const scope = (where: string, states: readonly string[], counted: string): ListScope => ({
    where,
    states,
    total: `SELECT coalesce(sum(${counted}), 0)::bigint FROM ${totals}`,
    searched: [{ kind: table, states }],
  });
  return {
    live: scope('deleted_at IS NULL', ['live'], counts.live),
    all: scope('true', ['live', 'deleted'], counts.all),
  };
}
