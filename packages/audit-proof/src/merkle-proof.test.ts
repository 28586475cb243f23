import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from './bytes.ts';
import {
  consistencyRanges,
  inclusionRanges,
  isConsistent,
  type LeafRange,
  rootOfPath,
} from './merkle-proof.ts';
import { extendFrontier, type Frontier, leafHash, rootOfFrontier, rootOfLeaves } from './merkle-tree.ts';

const sha256 = (data: Uint8Array) => hash('sha256', data, 'buffer');
const leaves = Array.from({ length: 200 }, (_, at) => leafHash(sha256, Uint8Array.of(at)));
const rootOf = ({ start, end }: LeafRange) => rootOfLeaves(sha256, leaves.slice(start, end));
const size = fc.integer({ min: 1, max: 200 });
const sizeAndIndex = size.chain((of) => fc.tuple(fc.constant(of), fc.nat(of - 1)));

/** Test vectors of Certificate Transparency. */
const KNOWN_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const KNOWN_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('rootOfFrontier', () => {
  it('matches the test vectors of Certificate Transparency', () => {
    let frontier: Frontier = [];
    const roots = KNOWN_LEAVES.map((text, at) => {
      frontier = extendFrontier(sha256, frontier, at, leafHash(sha256, fromHex(text)));
      return toHex(rootOfFrontier(sha256, frontier));
    });
    expect(roots).toEqual(KNOWN_ROOTS);
    expect(toHex(rootOfFrontier(sha256, []))).toBe(toHex(sha256(new Uint8Array())));
  });
});

describe('rootOfPath', () => {
  it('computes the root of every tree from each of its leaves', () => {
    fc.assert(
      fc.property(sizeAndIndex, ([of, index]) => {
        const path = inclusionRanges(index, of).map(rootOf);
        const root = rootOfPath(sha256, { leaf: leaves[index] ?? new Uint8Array(), index, size: of, path });
        expect(root).toEqual(rootOf({ start: 0, end: of }));
      }),
    );
  });

  it('does not return the root for another leaf, index or path', () => {
    fc.assert(
      fc.property(sizeAndIndex, fc.nat(199), fc.nat(20), ([of, index], other, at) => {
        const root = toHex(rootOf({ start: 0, end: of }));
        const path = inclusionRanges(index, of).map(rootOf);
        const leaf = leaves[index] ?? new Uint8Array();
        const led = (changed: object) => {
          const found = rootOfPath(sha256, { leaf, index, size: of, path, ...changed });
          return found && toHex(found);
        };
        if (other !== index) expect(led({ leaf: leaves[other] })).not.toBe(root);
        if (other !== index && other < of) expect(led({ index: other })).not.toBe(root);
        expect(led({ path: [...path, leaf] })).toBeUndefined();
        if (path.length > 0) {
          expect(led({ path: path.slice(1) })).toBeUndefined();
          expect(led({ path: path.with(at % path.length, leaf) })).not.toBe(path[0] === leaf ? '' : root);
        }
      }),
    );
  });
});

describe('isConsistent', () => {
  const proofOf = (earlier: number, later: number) => ({
    before: { size: earlier, root: rootOf({ start: 0, end: earlier }) },
    after: { size: later, root: rootOf({ start: 0, end: later }) },
    nodes: consistencyRanges(earlier, later).map(rootOf),
  });
  const sizes = fc
    .tuple(size, size)
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

  it('accepts any two states of a log', () => {
    fc.assert(fc.property(sizes, ([earlier, later]) => isConsistent(sha256, proofOf(earlier, later))));
  });

  it('rejects a wrong earlier root, later root or node', () => {
    fc.assert(
      fc.property(sizes, fc.nat(20), ([earlier, later], at) => {
        const proof = proofOf(earlier, later);
        const { before, after, nodes } = proof;
        const root = leafHash(sha256, fromHex('ff'));
        expect(isConsistent(sha256, { ...proof, before: { ...before, root } })).toBe(false);
        expect(isConsistent(sha256, { ...proof, after: { ...after, root } })).toBe(false);
        expect(isConsistent(sha256, { ...proof, nodes: [...nodes, root] })).toBe(false);
        if (nodes.length === 0) return;
        expect(isConsistent(sha256, { ...proof, nodes: nodes.slice(1) })).toBe(false);
        expect(isConsistent(sha256, { ...proof, nodes: nodes.with(at % nodes.length, root) })).toBe(false);
      }),
    );
  });

  it('rejects a log that became shorter', () => {
    const { before, after } = proofOf(5, 9);
    expect(isConsistent(sha256, { before: after, after: before, nodes: [] })).toBe(false);
  });
});
