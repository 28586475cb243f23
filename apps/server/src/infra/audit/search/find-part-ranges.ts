import { sql } from 'kysely';
import type { SequenceRange } from './audit-blocks.ts';
import { allOf, blockTextConditions } from './audit-filter.ts';
import type { AuditSearch } from './prepare-search.ts';

/** Blocks counted as one range. Smaller ranges find deep pages sooner. */
const BLOCKS_AT_ONCE = 64;

/**
 * Finds the entry numbers that may match the parts: blocks whose texts contain them, and open blocks. Newest first.
 * A block without texts, closed by an older version during an upgrade, may match anything.
 */
export async function findPartRanges(
  { reader, blocks, filter }: AuditSearch,
  { first, last }: SequenceRange,
): Promise<SequenceRange[]> {
  const { block_size, closed } = blocks;
  const { rows } = await sql<{ readonly block: number }>`
    SELECT node AS block FROM (
      SELECT block AS node FROM audit_block_texts WHERE ${allOf(blockTextConditions(filter))}
      UNION ALL SELECT node FROM audit_nodes
        WHERE level = 0 AND NOT EXISTS (SELECT FROM audit_block_texts WHERE block = node)
    ) AS possible JOIN audit_nodes USING (node)
    WHERE level = 0 AND node < ${closed}
      AND last_at >= ${filter.from ?? '-infinity'}::timestamptz AND first_at < ${filter.to ?? 'infinity'}::timestamptz
    ORDER BY node DESC`.execute(reader);
  const ranges: SequenceRange[] = [{ first: closed * block_size + 1, last }];
  for (const { block } of rows) {
    const found = { first: block * block_size + 1, last: (block + 1) * block_size };
    const newer = ranges.at(-1);
    const isNext = newer?.first === found.last + 1 && newer.last - found.first < BLOCKS_AT_ONCE * block_size;
    if (isNext) ranges.pop();
    ranges.push(isNext ? { first: found.first, last: newer.last } : found);
  }
  return ranges
    .map((range) => ({ first: Math.max(range.first, first), last: Math.min(range.last, last) }))
    .filter((range) => range.first <= range.last);
}
