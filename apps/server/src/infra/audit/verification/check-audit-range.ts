import type { DatabaseReader } from '../../db/database.ts';
import type { SequenceRange } from '../blocks/audit-blocks.ts';
import { rootOverHashes, TILE_SIZE } from '../chain/audit-seal.ts';
import { type EntryFault, findEntryFault, MISSING } from '../chain/check-entries.ts';
import { readChainedRows } from '../entry/stored-entry.ts';

/** So that a range takes a tenth of a second or so. */
export const RANGE_SIZE = TILE_SIZE * 16;

/** What entries say without those before them; bytes alone, which one thread can give to another. */
export interface CheckedRange {
  /** The first that does not fit; the first of all is not compared with what it was written behind. */
  readonly fault: EntryFault | undefined;
  /** The hash that the first was written behind; undefined where that entry is not as it was written. */
  readonly behind: Uint8Array | undefined;
  /** The entries' hashes, 32 bytes each, oldest first. */
  readonly hashes: Uint8Array;
  /** The roots of the tiles that they fill, of which the first begins with the range. */
  readonly roots: Uint8Array;
}

/** Checks ranges of entries, several at a time. */
export interface AuditRangeChecker {
  /** Entries in a range: whole tiles. */
  readonly rangeSize: number;
  readonly rangesAtOnce: number;
  readonly check: (range: SequenceRange) => Promise<CheckedRange>;
}

/** Checks in this thread, where one range is read while another is hashed. */
export function checkInThisThread(reader: DatabaseReader): AuditRangeChecker {
  return {
    rangeSize: RANGE_SIZE,
    rangesAtOnce: 2,
    check: async (range) => await checkAuditRange(reader, range),
  };
}

export async function checkAuditRange(
  reader: DatabaseReader,
  { first, last }: SequenceRange,
): Promise<CheckedRange> {
  const before = { sequence: first - 1, hash: undefined };
  const rows = await readChainedRows(reader, { first, last, limit: last - first + 1 });
  const missing = first + rows.length;
  const fault =
    findEntryFault(before, rows) ?? (missing <= last ? { sequence: missing, reason: MISSING } : undefined);
  const start = findEntryFault(before, rows.slice(0, 1)) === undefined ? rows[0] : undefined;
  const hashes = fault === undefined ? rows.map(({ hash }) => hash) : [];
  const roots = Array.from({ length: Math.floor(hashes.length / TILE_SIZE) }, (_, tile) =>
    rootOverHashes(hashes.slice(tile * TILE_SIZE, (tile + 1) * TILE_SIZE)),
  );
  return {
    fault,
    behind: start?.previous_hash,
    hashes: Buffer.concat(hashes),
    roots: Buffer.concat(roots),
  };
}
