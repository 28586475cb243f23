import { sql } from 'kysely';
import { type AuditNode, divideRange, rangeOfNode, type SequenceRange } from '../blocks/audit-blocks.ts';
import type { AuditPiece } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';
import { EACH_BY_INDEX } from './each-by-index.ts';

/**
 * Splits a range of entry numbers, newest first, into closed nodes within the search's times and ranges to scan.
 * Parts outside the times are left out. An entry with a higher number can have an earlier time.
 */
export async function divideSearch(search: AuditSearch, range: SequenceRange): Promise<AuditPiece[]> {
  const parts = divideRange(search.blocks, range);
  const { from, to } = search.filter;
  if (from === undefined && to === undefined) return [...parts];
  const nodes = parts.filter((part) => 'node' in part);
  const within = await walkTimes(search, nodes);
  const rest = parts.filter((part) => 'first' in part);
  const newestFirst = (one: AuditPiece, other: AuditPiece) => lastOf(search, other) - lastOf(search, one);
  return [...within, ...rest].toSorted(newestFirst);
}

/** Replaces nodes only partly within the times by their children, down to blocks, which become ranges. */
async function walkTimes(search: AuditSearch, nodes: readonly AuditNode[]): Promise<AuditPiece[]> {
  if (nodes.length === 0) return [];
  const { from = '-infinity', to = 'infinity' } = search.filter;
  const lies = sql`(first_at >= ${from}::timestamptz AND last_at < ${to}::timestamptz) AS inside`;
  const touches = sql`last_at >= ${from}::timestamptz AND first_at < ${to}::timestamptz`;
  const { rows } = await sql<AuditNode & { readonly inside: boolean }>`
    WITH RECURSIVE walk AS (
      SELECT level, node, ${lies}
      FROM unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ node }) => node)}::integer[])
        AS top (level, node) JOIN audit_nodes USING (level, node)
      WHERE ${touches}
      UNION ALL
      SELECT child.level, child.node, child.inside
      FROM walk CROSS JOIN audit_blocks CROSS JOIN LATERAL (
        SELECT level, node, ${lies} FROM audit_nodes
        WHERE level = walk.level - 1 AND node BETWEEN walk.node * fan_out AND (walk.node + 1) * fan_out - 1
          AND ${touches} ${EACH_BY_INDEX}
      ) AS child
      WHERE NOT walk.inside
    )
    SELECT level, node, inside FROM walk WHERE inside OR level = 0`.execute(search.reader);
  return rows.map(({ level, node, inside }) => {
    const found = { level, node };
    return inside ? found : rangeOfNode(search.blocks, found);
  });
}

function lastOf({ blocks }: AuditSearch, piece: AuditPiece): number {
  return 'node' in piece ? rangeOfNode(blocks, piece).last : piece.last;
}
