import { toHex } from '@halyard/audit-proof/bytes';
import { sql } from 'kysely';
import type { DatabaseReader } from '../../db/database.ts';
import { type AuditHead, extendTree, hashesIn, rootOf, TILE_SIZE } from '../chain/audit-seal.ts';
import { type ChainPlace, type EntryFault, findReplaced } from '../chain/check-entries.ts';
import type { ExpectedRoot } from '../chain/kept-seals.ts';
import type { CheckedRange } from './check-audit-range.ts';

export type VerifiedPart = ChainPlace & Pick<AuditHead, 'frontier'>;

export interface ExpectedLog {
  readonly roots: readonly ExpectedRoot[];
  readonly tiles: number;
}

/** Finds the first fault in a checked range that follows the verified part. */
export async function findRangeFault(
  reader: DatabaseReader,
  verified: VerifiedPart,
  { previousHash, fault, hashes, roots }: CheckedRange,
  expected: ExpectedLog,
): Promise<EntryFault | undefined> {
  const replaced = previousHash && findReplaced(verified, previousHash);
  return (
    replaced ??
    fault ??
    findUnexpectedRoot(verified, hashesIn(hashes), expected.roots) ??
    (await findTileFault(reader, verified.sequence / TILE_SIZE, hashesIn(roots), expected.tiles))
  );
}

function findUnexpectedRoot(
  verified: VerifiedPart,
  hashes: readonly Buffer[],
  roots: readonly ExpectedRoot[],
): EntryFault | undefined {
  const wrong = roots
    .map((expected) => ({ ...expected, added: expected.size - verified.sequence }))
    .filter(({ added }) => added > 0 && added <= hashes.length)
    .find(({ root, added }) => root !== toHex(rootOf(extendTree(verified, hashes.slice(0, added)).frontier)));
  return wrong && { sequence: wrong.size, reason: wrong.reason };
}

/** Compares computed tiles with the written ones, starting at index `first`. */
async function findTileFault(
  reader: DatabaseReader,
  first: number,
  computed: readonly Buffer[],
  tiles: number,
): Promise<EntryFault | undefined> {
  const written = computed.slice(0, Math.max(0, tiles - first));
  if (written.length === 0) return undefined;
  const { rows } = await sql<{ readonly index: number; readonly root: Buffer }>`
    SELECT index, root FROM audit_tiles
    WHERE level = 0 AND index BETWEEN ${first} AND ${first + written.length - 1}`.execute(reader);
  const roots = new Map(rows.map(({ index, root }) => [index, root]));
  const wrong = written.findIndex((root, at) => !roots.get(first + at)?.equals(root));
  if (wrong < 0) return undefined;
  const sequence = (first + wrong) * TILE_SIZE + 1;
  return { sequence, reason: `or one of the next ${TILE_SIZE - 1} does not match its earlier check` };
}
