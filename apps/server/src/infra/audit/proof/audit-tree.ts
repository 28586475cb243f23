import type { LeafRange } from '@halyard/audit-proof/merkle-proof';
import { leafHash, nodeHash, splitOf } from '@halyard/audit-proof/merkle-tree';
import { sql } from 'kysely';
import { sha256 } from '../../crypto/sha256.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { TILE_SIZE } from '../chain/audit-seal.ts';
import { readKeptHashes } from './dropped-hashes.ts';

const NO_HASH = Buffer.alloc(32);

/** Returns the complete subtrees of a tree of this size, largest and oldest first. Their roots form its frontier. */
export function subtreesOf(size: number): LeafRange[] {
  return Array.from({ length: 53 }, (_, bit) => 2 ** (52 - bit))
    .filter((width) => Math.floor(size / width) % 2 === 1)
    .map((width) => {
      const start = Math.floor(size / (width * 2)) * width * 2;
      return { start, end: start + width };
    });
}

/** A tile or, at level -1, the leaves of an unwritten tile. */
interface Need {
  readonly level: number;
  readonly index: number;
}

/** Computes roots of leaf ranges (RFC 6962) from tiles or entry hashes. Callers must check them against a seal. */
export async function readTreeNodes(
  reader: DatabaseReader,
  ranges: readonly LeafRange[],
  tiles: number,
): Promise<Buffer[]> {
  const needs = ranges.flatMap((range) => needsOf(range, tiles));
  const [roots, leaves] = await Promise.all([
    readTiles(
      reader,
      needs.filter(({ level }) => level >= 0),
    ),
    readLeaves(
      reader,
      needs.filter(({ level }) => level < 0),
    ),
  ]);
  const known = new Map<string, Buffer>();
  const rootOf = ({ start, end }: LeafRange): Buffer => {
    const name = `${start}-${end}`;
    const root = known.get(name) ?? rootFrom(start, end);
    known.set(name, root);
    return root;
  };
  const rootFrom = (start: number, end: number): Buffer => {
    const tile = tileOf({ start, end }, tiles);
    if (tile !== undefined) return roots.get(nameOf(tile)) ?? NO_HASH;
    if (end - start === 1) return Buffer.from(leafHash(sha256, leaves.get(start) ?? NO_HASH));
    const split = start + splitOf(end - start);
    return Buffer.from(nodeHash(sha256, rootOf({ start, end: split }), rootOf({ start: split, end })));
  };
  return ranges.map(rootOf);
}

/** Returns the written tile that covers exactly these leaves. */
function tileOf({ start, end }: LeafRange, tiles: number): Need | undefined {
  if (end > tiles * TILE_SIZE) return undefined;
  let level = 0;
  let size = TILE_SIZE;
  while (size < end - start) {
    size *= TILE_SIZE;
    level++;
  }
  return size === end - start && start % size === 0 ? { level, index: start / size } : undefined;
}

function needsOf({ start, end }: LeafRange, tiles: number): Need[] {
  const tile = tileOf({ start, end }, tiles);
  if (tile !== undefined) return [tile];
  if (Math.floor(start / TILE_SIZE) === Math.floor((end - 1) / TILE_SIZE)) {
    return [{ level: -1, index: Math.floor(start / TILE_SIZE) }];
  }
  const split = start + splitOf(end - start);
  return [...needsOf({ start, end: split }, tiles), ...needsOf({ start: split, end }, tiles)];
}

function nameOf({ level, index }: Need): string {
  return `${level}/${index}`;
}

async function readTiles(
  reader: DatabaseReader,
  needs: readonly Need[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (needs.length === 0) return new Map();
  const { rows } = await sql<Need & { readonly root: Buffer }>`
    SELECT level, index, root FROM audit_tiles
    JOIN (SELECT DISTINCT * FROM unnest(${needs.map(({ level }) => level)}::smallint[],
      ${needs.map(({ index }) => index)}::bigint[]) AS need (level, index)) AS need USING (level, index)`.execute(
    reader,
  );
  return new Map(rows.map(({ root, ...tile }) => [nameOf(tile), root]));
}

/** Reads entry hashes by leaf index: kept hashes of dropped entries, then hashes of stored entries. */
async function readLeaves(
  reader: DatabaseReader,
  needs: readonly Need[],
): Promise<ReadonlyMap<number, Buffer>> {
  const indexes = [...new Set(needs.map(({ index }) => index))];
  if (indexes.length === 0) return new Map();
  const kept = await readKeptHashes(reader, indexes);
  const { rows } = await sql<{
    readonly sequence: number;
    readonly hash: Buffer;
    readonly previous_hash: Buffer;
  }>`
    SELECT sequence, hash, previous_hash FROM unnest(${indexes}::bigint[]) AS tile (index), LATERAL (
      SELECT sequence, hash, previous_hash FROM audit_log
      WHERE sequence BETWEEN index * ${TILE_SIZE} + 1 AND (index + 1) * ${TILE_SIZE} + 1) AS leaf`.execute(
    reader,
  );
  return new Map([
    ...kept,
    ...rows.map(({ sequence, previous_hash }): [number, Buffer] => [sequence - 2, previous_hash]),
    ...rows.map(({ sequence, hash }): [number, Buffer] => [sequence - 1, hash]),
  ]);
}
