import { type ChainedRow, hashOfRow } from '../entry/stored-entry.ts';

/** The first entry that is not as it was written, and how. */
export interface EntryFault {
  readonly sequence: number;
  /** A sentence's end: `was changed`. */
  readonly reason: string;
}

/** How an entry is described that is not there. */
export const MISSING = 'is missing';

/** Where a walk along the chain has come: the number of the last entry, and its hash where it is known. */
export interface ChainPlace {
  readonly sequence: number;
  readonly hash: Buffer | undefined;
}

/** The first of the next entries of the chain that does not fit: by its own hash, its number or what it follows. */
export function findEntryFault(place: ChainPlace, rows: readonly ChainedRow[]): EntryFault | undefined {
  let { sequence, hash } = place;
  for (const row of rows) {
    sequence++;
    if (row.sequence !== sequence) return { sequence, reason: MISSING };
    if (!hashOfRow(row)?.equals(row.hash)) return { sequence, reason: 'was changed' };
    const replaced = findReplaced({ sequence: sequence - 1, hash }, row.previous_hash);
    if (replaced !== undefined) return replaced;
    hash = row.hash;
  }
  return undefined;
}

/**
 * Whether an entry is another than what the next, which is as it was written, was written behind.
 * @param behind by the next
 */
export function findReplaced({ sequence, hash }: ChainPlace, behind: Uint8Array): EntryFault | undefined {
  if (hash === undefined || hash.equals(behind)) return undefined;
  return { sequence, reason: 'was replaced by another one' };
}
