import { fromHex, toHex } from './bytes.ts';
import { entryHash } from './entry-hash.ts';
import { rootOfPath } from './merkle-proof.ts';
import { leafHash } from './merkle-tree.ts';
import type { EntryProof } from './page-proof.ts';
import type { Seal } from './seal.ts';
import type { Sha256 } from './sha256.ts';
import { contentOfShown, type ShownEntry } from './shown-entry.ts';

/** Whether an entry is the one that was written with this number, hash and previous hash. */
export function isItself(
  entry: ShownEntry,
  { sequence, previousHash, hash }: Pick<EntryProof, 'sequence' | 'previousHash' | 'hash'>,
  sha256: Sha256,
): boolean {
  try {
    return toHex(entryHash(sha256, fromHex(previousHash), contentOfShown(entry, sequence))) === hash;
  } catch {
    // A value that the log cannot hold, such as a fraction, was never written.
    return false;
  }
}

/** Whether the hash of an entry is in the sealed tree. An entry newer than the seal must have no path. */
export function leadsToRoot(
  { sequence, hash, path }: Pick<EntryProof, 'sequence' | 'hash' | 'path'>,
  { size, root: sealed }: Pick<Seal, 'size' | 'root'>,
  sha256: Sha256,
): boolean {
  if (sequence > size) return path === null;
  if (path === null) return false;
  const root = rootOfPath(sha256, {
    leaf: leafHash(sha256, fromHex(hash)),
    index: sequence - 1,
    size,
    path: path.map(fromHex),
  });
  return root !== undefined && toHex(root) === sealed;
}
