import type { Sha256 } from './sha256.ts';

/** Hash tree of RFC 6962, section 2.1, over the entry hashes in the order of their numbers. */
const LEAF = 0;
const NODE = 1;
const NOTHING = new Uint8Array();
/** Reused buffer, because a log has two nodes per entry. */
let scratch = new Uint8Array(65);

export function leafHash(sha256: Sha256, entryHash: Uint8Array): Uint8Array {
  return hashOf(sha256, LEAF, entryHash, NOTHING);
}

export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return hashOf(sha256, NODE, left, right);
}

function hashOf(sha256: Sha256, kind: number, left: Uint8Array, right: Uint8Array): Uint8Array {
  const length = 1 + left.length + right.length;
  if (scratch.length < length) scratch = new Uint8Array(length);
  scratch[0] = kind;
  scratch.set(left, 1);
  scratch.set(right, 1 + left.length);
  return sha256(scratch.subarray(0, length));
}

/** Roots of a tree's complete subtrees, largest and oldest first. They suffice to add leaves. */
export type Frontier = readonly Uint8Array[];

/** Adds a leaf to the frontier of a tree of `size` leaves. */
export function extendFrontier(sha256: Sha256, frontier: Frontier, size: number, leaf: Uint8Array): Frontier {
  const peaks = [...frontier];
  let joined = leaf;
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = peaks.pop();
    if (left === undefined) throw new RangeError('a frontier does not belong to its size');
    joined = nodeHash(sha256, left, joined);
  }
  return [...peaks, joined];
}

/** Returns the root of a tree. The root of an empty tree is the hash of no bytes. */
export function rootOfFrontier(sha256: Sha256, frontier: Frontier): Uint8Array {
  const [smallest, ...larger] = frontier.toReversed();
  if (smallest === undefined) return sha256(new Uint8Array());
  return larger.reduce((root, peak) => nodeHash(sha256, peak, root), smallest);
}

/** Returns the root of a tree with one leaf or more. */
export function rootOfLeaves(sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array {
  let frontier: Frontier = [];
  for (const [size, leaf] of leaves.entries()) frontier = extendFrontier(sha256, frontier, size, leaf);
  return rootOfFrontier(sha256, frontier);
}

/** Returns the largest power of two smaller than a size of two or more, where RFC 6962 splits a tree. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
