import { type RawBuilder, sql } from 'kysely';
import type { AuditNode } from './audit-blocks.ts';
import { EACH_BY_INDEX } from './audit-filter.ts';

/**
 * Builds the recursive query `walk (level, node, first_at, last_at, is_whole)` from closed nodes down to blocks.
 * Omits nodes that fail `touches` and does not divide those with `isWhole`. Both use `first_at` and `last_at`.
 */
export function walkNodes(
  nodes: readonly AuditNode[],
  touches: RawBuilder<unknown>,
  isWhole: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = sql`level, node, first_at, last_at, (${isWhole}) AS is_whole`;
  return sql`walk AS (
    SELECT ${columns}
    FROM unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ node }) => node)}::integer[])
      AS top (level, node) JOIN audit_nodes USING (level, node)
    WHERE ${touches}
    UNION ALL
    SELECT child.* FROM walk CROSS JOIN audit_blocks CROSS JOIN LATERAL (
      SELECT ${columns} FROM audit_nodes
      WHERE level = walk.level - 1 AND node BETWEEN walk.node * fan_out AND (walk.node + 1) * fan_out - 1
        AND ${touches} ${EACH_BY_INDEX}
    ) AS child
    WHERE NOT walk.is_whole
  )`;
}
