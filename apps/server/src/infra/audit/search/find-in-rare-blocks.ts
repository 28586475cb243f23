import { sql } from 'kysely';
import { type AuditNode, blocksOf } from '../blocks/audit-blocks.ts';
import { allOf, entryConditions, type IndexedColumn } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';
import { EACH_BY_INDEX } from './each-by-index.ts';

interface Found {
  /** Index of the node, starting at 1. */
  readonly at: number;
  readonly sequence: number;
}

/**
 * Finds the numbers of the matches in blocks with too few entries of the e-mail or resource id to be counted. Returns
 * them in node order, unordered within a node.
 */
export async function findInRareBlocks(
  search: AuditSearch,
  nodes: readonly AuditNode[],
): Promise<number[][]> {
  const { emailKey, resourceKey } = search;
  const sequences = nodes.map(() => new Set<number>());
  const found = await Promise.all([
    findBy(search, nodes, 'email', emailKey),
    findBy(search, nodes, 'resource', resourceKey),
  ]);
  // A block may be rare in both columns.
  for (const { at, sequence } of found.flat()) sequences[at - 1]?.add(sequence);
  return sequences.map((ofNode) => [...ofNode]);
}

async function findBy(
  { reader, blocks, filter }: AuditSearch,
  nodes: readonly AuditNode[],
  by: IndexedColumn,
  key: Buffer | undefined,
): Promise<readonly Found[]> {
  const spans = nodes.map((node) => blocksOf(blocks, node));
  if (key === undefined || spans.length === 0) return [];
  const first = sql`block::bigint * ${blocks.block_size} + 1`;
  const last = sql`(block::bigint + 1) * ${blocks.block_size}`;
  const { rows } = await sql<Found>`
    SELECT at, sequence
    FROM unnest(${spans.map(({ first }) => first)}::integer[], ${spans.map(({ last }) => last)}::integer[])
        WITH ORDINALITY AS span (first_block, last_block, at),
      LATERAL (SELECT generate_series(first_block, last_block) AS block
        EXCEPT SELECT node FROM audit_counts
          WHERE key = ${key} AND level = 0 AND node BETWEEN first_block AND last_block) AS rare,
      LATERAL (SELECT sequence FROM audit_log
        WHERE sequence BETWEEN ${first} AND ${last} AND ${allOf(entryConditions(filter, by))}
        ${EACH_BY_INDEX}) AS found`.execute(reader);
  return rows;
}
