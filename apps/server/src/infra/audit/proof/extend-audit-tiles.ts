import { rootOfLeaves } from '@halyard/audit-proof/merkle-tree';
import type { AuditAlarm } from '@halyard/audit-proof/page-proof';
import { sql } from 'kysely';
import { sha256 } from '../../crypto/sha256.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../db/database.ts';
import { allowLongStatements } from '../../db/long-statements.ts';
import { rootOverHashes, TILE_SIZE } from '../chain/audit-seal.ts';
import { checkChain } from '../chain/check-chain.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import { REWRITTEN } from '../chain/kept-seals.ts';
import { findBeginningFault, readAuditBeginning } from './audit-beginning.ts';
import { LOOSE_MAX } from './read-provable-log.ts';

const TILES_AT_ONCE = 16;

export interface TileStep {
  /** Whether tiles were written. If so, more may be due. */
  readonly extended: boolean;
  /** Fault that blocks further tiles. */
  readonly fault: EntryFault | undefined;
}

interface Watch {
  readonly tiles: number;
  readonly head: number;
  readonly root: Buffer | null;
  readonly alarm_sequence: number | null;
}

/** Rechecks the log's start and next entries, then writes their tiles. Returns at once if another process does so. */
export async function extendAuditTiles(database: Database, now: () => number): Promise<TileStep> {
  return await database.transaction(async (transaction) => {
    // Somebody may have deleted the row. All tiles are then checked again.
    await sql`INSERT INTO audit_watch DEFAULT VALUES ON CONFLICT DO NOTHING`.execute(transaction);
    const beginning = await readAuditBeginning(transaction);
    const { rows } = await sql<Watch>`
      SELECT tiles, alarm_sequence, head.* FROM audit_watch,
        LATERAL (SELECT sequence AS head, root FROM audit_head) AS head
      FOR UPDATE OF audit_watch SKIP LOCKED`.execute(transaction);
    const [watch] = rows;
    if (watch === undefined) return { extended: false, fault: undefined };
    const raise = async (fault: EntryFault): Promise<TileStep> => {
      await noteAlarm(transaction, fault, new Date(now()));
      return { extended: false, fault };
    };
    // If tiles are far behind, write them first: proving a drop is too expensive until then.
    const isFarBehind = beginning.drop !== undefined && watch.head > watch.tiles * TILE_SIZE + LOOSE_MAX;
    const before = isFarBehind
      ? undefined
      : await findBeginningFault(transaction, beginning, { ...watch, size: watch.head });
    if (before !== undefined) return await raise(before);
    const full = Math.floor(watch.head / TILE_SIZE);
    if (full <= watch.tiles) {
      // An alarm about entries after the written tiles stays until their tiles are written.
      if (watch.alarm_sequence !== null && watch.alarm_sequence <= watch.tiles * TILE_SIZE) {
        await endAlarm(transaction);
      }
      return { extended: false, fault: undefined };
    }
    await allowLongStatements(transaction);
    const until = Math.min(full, watch.tiles + TILES_AT_ONCE);
    const written = watch.tiles * TILE_SIZE;
    const place = { sequence: written, hash: await readHash(transaction, written) };
    const { hashes, fault } = await checkChain(transaction, place, until * TILE_SIZE);
    if (fault !== undefined) return await raise(fault);
    const rewritten = await writeTiles(transaction, watch.tiles, hashes);
    if (rewritten !== undefined) return await raise(rewritten);
    await sql`UPDATE audit_watch SET tiles = ${until}`.execute(transaction);
    if (!isFarBehind) await endAlarm(transaction);
    return { extended: true, fault: undefined };
  });
}

async function endAlarm(transaction: DatabaseTransaction): Promise<void> {
  await sql`UPDATE audit_watch SET alarm_sequence = NULL, alarm_reason = NULL, alarm_at = NULL`.execute(
    transaction,
  );
}

/** Reads the hash that the next entry must link to. Retention may have dropped this entry, so it is not rechecked. */
async function readHash(transaction: DatabaseTransaction, sequence: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ readonly hash: Buffer }>`
    SELECT hash FROM audit_log WHERE sequence = ${sequence}`.execute(transaction);
  return rows[0]?.hash;
}

/** Writes the tiles over these hashes of entries, which start with tile `first`. Returns a fault if one was written with another root. */
async function writeTiles(
  transaction: DatabaseTransaction,
  first: number,
  hashes: readonly Buffer[],
): Promise<EntryFault | undefined> {
  for (let from = 0; from < hashes.length; from += TILE_SIZE) {
    const index = first + from / TILE_SIZE;
    const root = rootOverHashes(hashes.slice(from, from + TILE_SIZE));
    if (!(await writeTile(transaction, { level: 0, index }, root))) {
      return { sequence: (index + 1) * TILE_SIZE, reason: REWRITTEN };
    }
  }
  return undefined;
}

/** Writes a tile, and its parent once the last child exists. Returns false if one was written with another root. */
async function writeTile(
  transaction: DatabaseTransaction,
  { level, index }: { readonly level: number; readonly index: number },
  root: Buffer,
): Promise<boolean> {
  await sql`INSERT INTO audit_tiles (level, index, root) VALUES (${level}, ${index}, ${root})
    ON CONFLICT DO NOTHING`.execute(transaction);
  const { rows: written } = await sql<{ readonly root: Buffer }>`
    SELECT root FROM audit_tiles WHERE level = ${level} AND index = ${index}`.execute(transaction);
  if (written[0]?.root.equals(root) !== true) return false;
  if ((index + 1) % TILE_SIZE !== 0) return true;
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
  return await writeTile(transaction, { level: level + 1, index: above }, Buffer.from(joined));
}

async function noteAlarm(
  transaction: DatabaseTransaction,
  { sequence, reason }: EntryFault,
  at: Date,
): Promise<void> {
  await sql`UPDATE audit_watch SET alarm_sequence = ${sequence}, alarm_reason = ${reason},
      alarm_at = CASE WHEN alarm_sequence = ${sequence} THEN alarm_at ELSE ${at} END`.execute(transaction);
}

/** Returns the open alarm about the first changed or missing entry; undefined if all entries fit. */
export async function readAuditAlarm(reader: DatabaseReader): Promise<AuditAlarm | undefined> {
  const watch = await reader
    .selectFrom('audit_watch')
    .select(['alarm_sequence', 'alarm_reason', 'alarm_at'])
    .executeTakeFirst();
  // Without the row, the next check starts at the first entry.
  if (watch === undefined) return undefined;
  const { alarm_sequence, alarm_reason, alarm_at } = watch;
  if (alarm_sequence === null || alarm_reason === null || alarm_at === null) return undefined;
  return { sequence: alarm_sequence, reason: alarm_reason, foundAt: alarm_at.toISOString() };
}
