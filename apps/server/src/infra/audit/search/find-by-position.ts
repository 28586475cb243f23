import { CompiledQuery } from 'kysely';
import { preparedAs } from '../../db/prepared-as.ts';
import { blocksOf } from './audit-blocks.ts';
import { classesAmong } from './audit-classes.ts';
import type { CountedNode } from './count-audit-pieces.ts';
import type { AuditSearch } from './prepare-search.ts';

const POSITION_BYTES = 2;

/** Uses OFFSET 0 like `EACH_BY_INDEX`. */
const READ_POSITIONS = preparedAs(
  'read_audit_positions',
  `SELECT at, block, positions
  FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[])
      AS wanted (at, wanted_class, first_block, last_block),
    LATERAL (SELECT block, positions FROM audit_positions
      WHERE key = $1 AND class = wanted_class AND block BETWEEN first_block AND last_block OFFSET 0) AS found`,
);

interface FoundPositions {
  /** Index of the node. */
  readonly at: number;
  readonly block: number;
  /** Two bytes per position. */
  readonly positions: Buffer;
}

/** Finds matches by stored position, per node. Nodes must be blocks if the search has an e-mail or resource id. */
export async function findByPosition(
  { reader, key, classes, blocks }: AuditSearch,
  nodes: readonly CountedNode[],
): Promise<number[][]> {
  const wanted = nodes.flatMap((node, at) => {
    const { first, last } = blocksOf(blocks, node);
    const ids = node.counts && classes ? classesAmong(node.counts, classes) : [];
    return ids.map((id) => [at, id, first, last]);
  });
  const sequences = nodes.map((): number[] => []);
  if (wanted.length === 0) return sequences;
  const columns = [0, 1, 2, 3].map((column) => wanted.map((row) => row[column]));
  const { rows } = await reader.executeQuery<FoundPositions>(
    CompiledQuery.raw(READ_POSITIONS, [key, ...columns]),
  );
  for (const { at, block, positions } of rows) {
    for (let from = 0; from < positions.length; from += POSITION_BYTES) {
      sequences[at]?.push(block * blocks.block_size + 1 + positions.readUInt16BE(from));
    }
  }
  return sequences;
}
