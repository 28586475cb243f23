import { rootOfLeaves } from '@halyard/audit-proof/merkle-tree';
import { sql } from 'kysely';
import { sha256 } from '../crypto/sha256.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { rootOverHashes, TILE_SIZE } from './audit-seal.ts';
import { type EntryFault, findEntryFault } from './check-entries.ts';
import { type ChainedRow, readChainedRows } from './stored-entry.ts';

/** Tiles that one transaction writes at most. */
const TILES_AT_ONCE = 16;

export interface TileStep {
  /** Whether tiles were written: then there may be more to write. */
  readonly extended: boolean;
  /** What keeps tiles from being written. */
  readonly fault: EntryFault | undefined;
}

/**
 * Checks the next entries of the chain again, and writes the tiles over them. What does not fit is not built upon: it
 * is noted for all to see, until it fits again. One process does at a time, and the others nothing.
 */
export async function extendAuditTiles(database: Database, now: () => number): Promise<TileStep> {
  return await database.transaction(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    const { rows } = await sql<{
      readonly tiles: number;
      readonly head: number;
      readonly isAlarmed: boolean;
    }>`
      SELECT tiles, (SELECT sequence FROM audit_head) AS head, alarm_at IS NOT NULL AS "isAlarmed"
      FROM audit_watch FOR UPDATE SKIP LOCKED`.execute(transaction);
    const [watch] = rows;
    const full = watch === undefined ? 0 : Math.floor(watch.head / TILE_SIZE);
    if (watch === undefined || full <= watch.tiles) return { extended: false, fault: undefined };
    const until = Math.min(full, watch.tiles + TILES_AT_ONCE);
    const entries = await readWithOneBefore(transaction, watch.tiles * TILE_SIZE, until * TILE_SIZE);
    const fault = faultOf(entries, watch.tiles * TILE_SIZE, until * TILE_SIZE);
    if (fault !== undefined) {
      await noteAlarm(transaction, fault, new Date(now()));
      return { extended: false, fault };
    }
    const fresh = entries.filter(({ sequence }) => sequence > watch.tiles * TILE_SIZE);
    for (let tile = watch.tiles; tile < until; tile++) {
      const from = (tile - watch.tiles) * TILE_SIZE;
      const hashes = fresh.slice(from, from + TILE_SIZE).map(({ hash }) => hash);
      await writeTile(transaction, { level: 0, index: tile }, rootOverHashes(hashes));
    }
    await sql`UPDATE audit_watch SET tiles = ${until},
      alarm_sequence = NULL, alarm_reason = NULL, alarm_at = NULL`.execute(transaction);
    return { extended: true, fault: undefined };
  });
}

async function readWithOneBefore(
  transaction: DatabaseTransaction,
  before: number,
  last: number,
): Promise<readonly ChainedRow[]> {
  return await readChainedRows(transaction, { first: before, last, limit: last - before + 1 });
}

/** The entry before is not checked again: it may be gone by age. */
function faultOf(entries: readonly ChainedRow[], before: number, last: number): EntryFault | undefined {
  const start = entries.find(({ sequence }) => sequence === before);
  const fresh = entries.filter(({ sequence }) => sequence > before);
  const fault = findEntryFault({ sequence: before, hash: start?.hash }, fresh);
  if (fault !== undefined) return fault;
  const end = before + fresh.length;
  return end < last ? { sequence: end + 1, reason: 'is missing' } : undefined;
}

/** Writes a tile, and the one above once its last is there. */
async function writeTile(
  transaction: DatabaseTransaction,
  { level, index }: { readonly level: number; readonly index: number },
  root: Buffer,
): Promise<void> {
  await sql`INSERT INTO audit_tiles (level, index, root) VALUES (${level}, ${index}, ${root})`.execute(
    transaction,
  );
  if ((index + 1) % TILE_SIZE !== 0) return;
  const above = Math.floor(index / TILE_SIZE);
  const { rows } = await sql<{ readonly root: Buffer }>`
    SELECT root FROM audit_tiles
    WHERE level = ${level} AND index BETWEEN ${above * TILE_SIZE} AND ${index} ORDER BY index`.execute(
    transaction,
  );
  const joined = rootOfLeaves(
    sha256,
    rows.map((tile) => tile.root),
  );
  await writeTile(transaction, { level: level + 1, index: above }, Buffer.from(joined));
}

async function noteAlarm(
  transaction: DatabaseTransaction,
  { sequence, reason }: EntryFault,
  at: Date,
): Promise<void> {
  await sql`UPDATE audit_watch SET alarm_sequence = ${sequence}, alarm_reason = ${reason},
      alarm_at = CASE WHEN alarm_sequence = ${sequence} THEN alarm_at ELSE ${at} END`.execute(transaction);
}
