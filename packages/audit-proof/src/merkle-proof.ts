import { equalBytes } from './bytes.ts';
import { nodeHash, splitOf } from './merkle-tree.ts';
import type { Sha256 } from './sha256.ts';

/** Leaves `start` to `end` - 1, counted from 0, that form one node of a tree. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the sibling nodes along the path from a leaf to the root of a tree of `size` leaves, nearest first. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const walk = ({ start, end }: LeafRange): LeafRange[] => {
    if (end - start === 1) return [];
    const split = start + splitOf(end - start);
    const [left, right] = [
      { start, end: split },
      { start: split, end },
    ];
    return index < split ? [...walk(left), right] : [...walk(right), left];
  };
  return walk({ start: 0, end: size });
}

/** Computes the root from a leaf and its sibling nodes. Returns undefined for a wrong number of nodes. */
export function rootOfPath(sha256: Sha256, { leaf, index, size, path }: LeafProof): Uint8Array | undefined {
  const ranges = inclusionRanges(index, size);
  if (path.length !== ranges.length) return undefined;
  return ranges.reduce((root, { start }, at) => {
    const beside = path[at] ?? root;
    return start > index ? nodeHash(sha256, root, beside) : nodeHash(sha256, beside, root);
  }, leaf);
}

export interface LeafProof {
  readonly leaf: Uint8Array;
  /** Counted from 0. */
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
}

/** Returns the nodes from which the roots of the first `before` leaves and of all `size` leaves can be computed. */
export function consistencyRanges(before: number, size: number): LeafRange[] {
  const walk = ({ start, end }: LeafRange, isWhole: boolean): LeafRange[] => {
    if (before >= end) return isWhole ? [] : [{ start, end }];
    const split = start + splitOf(end - start);
    const [left, right] = [
      { start, end: split },
      { start: split, end },
    ];
    return before <= split ? [...walk(left, isWhole), right] : [...walk(right, false), left];
  };
  return before === 0 ? [] : walk({ start: 0, end: size }, true);
}

/** Two trees, and the nodes of `consistencyRanges` that should prove that the later one only added leaves. */
export interface ConsistencyProof {
  readonly before: { readonly size: number; readonly root: Uint8Array };
  readonly after: { readonly size: number; readonly root: Uint8Array };
  readonly nodes: readonly Uint8Array[];
}

/** Whether the later tree starts with all leaves of the earlier one, unchanged. */
export function isConsistent(sha256: Sha256, { before, after, nodes }: ConsistencyProof): boolean {
  if (before.size > after.size) return false;
  if (before.size === 0) return nodes.length === 0;
  const left = [...nodes];
  const walk = (start: number, end: number, isWhole: boolean): Roots | undefined => {
    if (before.size >= end) {
      const known = isWhole ? before.root : left.shift();
      return known && { before: known, after: known };
    }
    const split = start + splitOf(end - start);
    const inner = before.size <= split ? walk(start, split, isWhole) : walk(split, end, false);
    const beside = left.shift();
    if (inner === undefined || beside === undefined) return undefined;
    return before.size <= split
      ? { before: inner.before, after: nodeHash(sha256, inner.after, beside) }
      : {
          before: nodeHash(sha256, beside, inner.before),
          after: nodeHash(sha256, beside, inner.after),
        };
  };
  const roots = walk(0, after.size, true);
  return (
    roots !== undefined &&
    left.length === 0 &&
    equalBytes(roots.before, before.root) &&
    equalBytes(roots.after, after.root)
  );
}

interface Roots {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}
