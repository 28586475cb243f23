import { type ChainedRow, hashOfRow } from '../entry/stored-entry.ts';

export interface EntryFault {
  readonly sequence: number;
  /** End of a sentence about the entry, such as `was changed`. */
  readonly reason: string;
}

export const MISSING = 'is missing';

/** Position in the chain: the number of the last entry, and its hash if known. */
export interface ChainPlace {
  readonly sequence: number;
  readonly hash: Buffer | undefined;
}

/** Finds the first of the next entries with a wrong hash, number or predecessor. */
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

/** Reports an entry as replaced if the next intact entry stores another hash for it, `linkedHash`. */
export function findReplaced({ sequence, hash }: ChainPlace, linkedHash: Uint8Array): EntryFault | undefined {
  if (hash === undefined || hash.equals(linkedHash)) return undefined;
  return { sequence, reason: 'was replaced by another one' };
}
