import { sql } from 'kysely';
import type { DatabaseReader } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';

/** Division of the log into blocks. See the migration that creates `audit_blocks`. */
export interface AuditBlocks {
  /** Blocks 0 to `closed` - 1 never change again. */
  readonly closed: number;
  readonly block_size: number;
  readonly fan_out: number;
  readonly top_level: number;
  readonly counted_from: number;
  /** Lowest entry number that is still kept. */
  readonly first_sequence: number;
}

export const BLOCKS_COLUMNS = 'closed, block_size, fan_out, top_level, counted_from, first_sequence';

/** A block (level 0), or `fan_out` nodes of the level below. */
export interface AuditNode {
  readonly level: number;
  readonly node: number;
}

/** Range of entry numbers, both ends included. */
export interface SequenceRange {
  readonly first: number;
  readonly last: number;
}

export function rangeOfNode({ block_size, fan_out }: AuditBlocks, { level, node }: AuditNode): SequenceRange {
  const size = block_size * fan_out ** level;
  return { first: node * size + 1, last: (node + 1) * size };
}

export function blocksOf(
  { fan_out }: AuditBlocks,
  { level, node }: AuditNode,
): { readonly first: number; readonly last: number } {
  const size = fan_out ** level;
  return { first: node * size, last: (node + 1) * size - 1 };
}

/** Returns the child nodes, newest first. */
export function childrenOf({ fan_out }: AuditBlocks, { level, node }: AuditNode): AuditNode[] {
  return Array.from({ length: fan_out }, (_, back) => ({
    level: level - 1,
    node: (node + 1) * fan_out - 1 - back,
  }));
}

/** Divides a range into the fewest closed nodes plus the ranges left at both ends, newest first. */
export function divideRange(
  blocks: AuditBlocks,
  { first, last }: SequenceRange,
): readonly (AuditNode | SequenceRange)[] {
  if (last < first) return [];
  const { block_size, fan_out, top_level } = blocks;
  const low = Math.ceil((first - 1) / block_size);
  const high = Math.min(blocks.closed, Math.floor(last / block_size));
  if (high <= low) return [{ first, last }];
  const nodes: AuditNode[] = [];
  for (let end = high; end > low; ) {
    let level = 0;
    const fits = (size: number) => end % size === 0 && end - size >= low;
    while (level < top_level && fits(fan_out ** (level + 1))) level++;
    const size = fan_out ** level;
    nodes.push({ level, node: end / size - 1 });
    end -= size;
  }
  const newer = { first: high * block_size + 1, last };
  const older = { first, last: low * block_size };
  return [newer, ...nodes, older].filter((part) => 'node' in part || part.first <= part.last);
}

/** Returns the nodes that closing a block completes, starting with the block itself. */
export function nodesEndingWith({ fan_out, top_level }: AuditBlocks, block: number): AuditNode[] {
  const nodes: AuditNode[] = [];
  for (let level = 0; level <= top_level && (block + 1) % fan_out ** level === 0; level++) {
    nodes.push({ level, node: (block + 1) / fan_out ** level - 1 });
  }
  return nodes;
}

export async function readAuditBlocks(reader: DatabaseReader): Promise<AuditBlocks> {
  const { rows } = await sql<AuditBlocks>`SELECT ${sql.raw(BLOCKS_COLUMNS)} FROM audit_blocks`.execute(
    reader,
  );
  return onlyRow(rows);
}
