import type { DatabaseReader } from '../../db/database.ts';
import { rootOverHashes, TILE_SIZE } from '../chain/audit-seal.ts';
import { checkChain } from '../chain/check-chain.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import type { SequenceRange } from '../search/audit-blocks.ts';

/** Sized so that a range takes about a tenth of a second. */
export const RANGE_SIZE = TILE_SIZE * 16;

/** Result of checking one range. Holds only bytes and plain values, so that threads can exchange it. */
export interface CheckedRange {
  /** First entry that does not fit. The range's first entry is not compared with its predecessor. */
  readonly fault: EntryFault | undefined;
  /** Previous hash stored in the first entry; undefined if that entry was changed. */
  readonly previousHash: Uint8Array | undefined;
  /** The entries' hashes, 32 bytes each, oldest first. */
  readonly hashes: Uint8Array;
  /** Roots of the tiles that these entries fill, starting at the first entry. */
  readonly roots: Uint8Array;
}

export interface AuditRangeChecker {
  /** Entries per range, a multiple of the tile size. */
  readonly rangeSize: number;
  readonly rangesAtOnce: number;
  readonly check: (range: SequenceRange) => Promise<CheckedRange>;
}

/** Creates a checker for this thread, which reads one range while it hashes another. */
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
  const { fault, previousHash, hashes } = await checkChain(reader, before, last);
  const roots = Array.from({ length: Math.floor(hashes.length / TILE_SIZE) }, (_, tile) =>
    rootOverHashes(hashes.slice(tile * TILE_SIZE, (tile + 1) * TILE_SIZE)),
  );
  return {
    fault,
    previousHash,
    hashes: Buffer.concat(hashes),
    roots: Buffer.concat(roots),
  };
}
