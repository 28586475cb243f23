import { sql } from 'kysely';
import { type AuditNode, rangeOfNode } from './audit-blocks.ts';
import { allOf, EACH_BY_INDEX, entryConditions, type IndexedColumn } from './audit-filter.ts';
import type { AuditSearch } from './prepare-search.ts';

/** A closed node with few entries of the e-mail or resource id. They are read through that index. */
export interface RareNode extends AuditNode {
  readonly by: IndexedColumn;
}

interface Found {
  /** Index of the node. */
  readonly at: number;
  readonly sequence: number;
}

/** Finds the numbers of the matches in each node, in node order and unordered within a node. */
export async function findRareEntries(search: AuditSearch, nodes: readonly RareNode[]): Promise<number[][]> {
  const sequences = nodes.map((): number[] => []);
  const found = await Promise.all([findBy(search, nodes, 'email'), findBy(search, nodes, 'resource')]);
  for (const { at, sequence } of found.flat()) sequences[at]?.push(sequence);
  return sequences;
}

async function findBy(
  { reader, blocks, filter }: AuditSearch,
  nodes: readonly RareNode[],
  by: IndexedColumn,
): Promise<readonly Found[]> {
  const ranges = nodes.flatMap((node, at) => (node.by === by ? [{ at, ...rangeOfNode(blocks, node) }] : []));
  if (ranges.length === 0) return [];
  const { rows } = await sql<Found>`
    SELECT at, sequence
    FROM unnest(${ranges.map(({ at }) => at)}::integer[], ${ranges.map(({ first }) => first)}::bigint[],
        ${ranges.map(({ last }) => last)}::bigint[]) AS piece (at, first, last),
      LATERAL (SELECT sequence FROM audit_log
        WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(filter, by))}
        ${EACH_BY_INDEX}) AS found`.execute(reader);
  return rows;
}
