import { sql } from 'kysely';
import { type AuditNode, divideRange, rangeOfNode, type SequenceRange } from './audit-blocks.ts';
import { hasPart } from './audit-filter.ts';
import type { AuditPiece } from './count-audit-pieces.ts';
import { findPartRanges } from './find-part-ranges.ts';
import type { AuditSearch } from './prepare-search.ts';
import { walkNodes } from './walk-nodes.ts';

/** Splits a range into closed nodes inside the search's times and ranges to read. Newest first. */
export async function divideSearch(search: AuditSearch, range: SequenceRange): Promise<AuditPiece[]> {
  const { blocks, filter } = search;
  if (hasPart(filter)) return await findPartRanges(search, range);
  const pieces = divideRange(blocks, range);
  if (filter.from === undefined && filter.to === undefined) return [...pieces];
  const nodes = pieces.filter((piece) => 'node' in piece);
  const ranges = pieces.filter((piece) => 'first' in piece);
  const lastOf = (piece: AuditPiece) => ('node' in piece ? rangeOfNode(blocks, piece) : piece).last;
  return [...(await findWithinTimes(search, nodes)), ...ranges].toSorted(
    (one, other) => lastOf(other) - lastOf(one),
  );
}

/** Divides nodes that are partly outside the times, down to blocks, which become ranges. */
async function findWithinTimes(
  { reader, blocks, filter }: AuditSearch,
  nodes: readonly AuditNode[],
): Promise<AuditPiece[]> {
  if (nodes.length === 0) return [];
  const from = sql`${filter.from ?? '-infinity'}::timestamptz`;
  const to = sql`${filter.to ?? 'infinity'}::timestamptz`;
  const touches = sql`last_at >= ${from} AND first_at < ${to}`;
  const isWithin = sql`first_at >= ${from} AND last_at < ${to}`;
  const { rows } = await sql<AuditNode & { readonly is_whole: boolean }>`
    WITH RECURSIVE ${walkNodes(nodes, touches, isWithin)}
    SELECT level, node, is_whole FROM walk WHERE is_whole OR level = 0`.execute(reader);
  return rows.map(({ is_whole, ...node }) => (is_whole ? node : rangeOfNode(blocks, node)));
}
