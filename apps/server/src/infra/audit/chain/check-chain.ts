import type { DatabaseReader } from '../../db/database.ts';
import { readChainedPages } from '../entry/stored-entry.ts';
import { type ChainPlace, type EntryFault, findEntryFault, MISSING } from './check-entries.ts';

export interface CheckedChain {
  /** First entry that does not fit. */
  readonly fault: EntryFault | undefined;
  /** Previous hash stored in the first entry; undefined if that entry does not fit. */
  readonly previousHash: Buffer | undefined;
  /** Hashes of the entries, oldest first; empty if there is a fault. */
  readonly hashes: readonly Buffer[];
}

/** Checks the entries after `place` up to number `last`. Keeps only their hashes, because entries can be large. */
export async function checkChain(
  reader: DatabaseReader,
  place: ChainPlace,
  last: number,
): Promise<CheckedChain> {
  const first = place.sequence + 1;
  let { sequence, hash } = place;
  let previousHash: Buffer | undefined;
  const hashes: Buffer[] = [];
  for await (const rows of readChainedPages(reader, { first, last })) {
    const fault = findEntryFault({ sequence, hash }, rows);
    if (fault === undefined || fault.sequence > first) previousHash ??= rows[0]?.previous_hash;
    if (fault !== undefined) return { fault, previousHash, hashes: [] };
    hashes.push(...rows.map((row) => row.hash));
    sequence += rows.length;
    hash = rows.at(-1)?.hash ?? hash;
  }
  if (sequence === last) return { fault: undefined, previousHash, hashes };
  return { fault: { sequence: sequence + 1, reason: MISSING }, previousHash, hashes: [] };
}
