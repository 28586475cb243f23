import { sql } from 'kysely';
import type { Database, DatabaseReader } from '../../db/database.ts';
import { HASH_BYTES, TILE_SIZE } from '../chain/audit-seal.ts';

/** Level below the tiles, which holds the concatenated entry hashes of each tile. */
const HASHES_LEVEL = -1;
const TILES_AT_ONCE = 64;

/** Entries `first` to `end` - 1, which form whole tiles. */
interface WholeTiles {
  readonly first: number;
  readonly end: number;
}

/** Keeps the hashes of entries before they are dropped, because readers who saw a size inside a tile need them. */
export async function keepHashes(database: Database, { first, end }: WholeTiles): Promise<void> {
  const [from, until] = [tileOf(first), tileOf(end)];
  for (let tile = from; tile < until; tile += TILES_AT_ONCE) {
    const before = Math.min(tile + TILES_AT_ONCE, until);
    await database.transaction(async (transaction) => {
      await sql`
        INSERT INTO audit_tiles (level, index, root)
        SELECT ${HASHES_LEVEL}::smallint, (sequence - 1) / ${TILE_SIZE}, string_agg(hash, '' ORDER BY sequence)
        FROM audit_log WHERE sequence > ${tile * TILE_SIZE} AND sequence <= ${before * TILE_SIZE}
        GROUP BY 2 HAVING count(*) = ${TILE_SIZE}
        ON CONFLICT DO NOTHING`.execute(transaction);
    });
  }
}

export async function areHashesKept(reader: DatabaseReader, { first, end }: WholeTiles): Promise<boolean> {
  const [from, until] = [tileOf(first), tileOf(end)];
  const { rows } = await sql<{ readonly tiles: number }>`
    SELECT count(*) AS tiles FROM audit_tiles
    WHERE level = ${HASHES_LEVEL} AND index >= ${from} AND index < ${until}`.execute(reader);
  return rows[0]?.tiles === until - from;
}

/** Reads the kept hashes of these tiles by leaf index. */
export async function readKeptHashes(
  reader: DatabaseReader,
  tiles: readonly number[],
): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await sql<{ readonly index: number; readonly root: Buffer }>`
    SELECT index, root FROM audit_tiles WHERE level = ${HASHES_LEVEL} AND index = ANY (${tiles}::bigint[])`.execute(
    reader,
  );
  return new Map(
    rows.flatMap(({ index, root }) =>
      Array.from({ length: TILE_SIZE }, (_, at): [number, Buffer] => [
        index * TILE_SIZE + at,
        root.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
      ]),
    ),
  );
}

function tileOf(sequence: number): number {
  return Math.floor((sequence - 1) / TILE_SIZE);
}
