import { toHex } from '@halyard/audit-proof/bytes';
import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { Database } from '../../db/database.ts';
import {
  type AuditHead,
  examineSeal,
  extendTree,
  extendTreeByTiles,
  hashesIn,
  rootOf,
  TILE_SIZE,
} from '../chain/audit-seal.ts';
import { type EntryFault, findReplaced, MISSING } from '../chain/check-entries.ts';
import { type CheckedSeal, readCheckedSeals } from '../chain/read-checked-seals.ts';
import { type AuditBeginning, findBeginningFault, readAuditBeginning } from '../proof/audit-beginning.ts';
import { readTreeNodes, subtreesOf } from '../proof/audit-tree.ts';
import { checkAhead } from './check-ahead.ts';
import { type AuditRangeChecker, checkInThisThread } from './check-audit-range.ts';

export interface VerifyOptions {
  /** Entry whose tile is checked first. The tree before it is taken from the tiles. */
  readonly from?: number;
  /** State of the log that was noted elsewhere. */
  readonly expected?: { readonly size: number; readonly root: string };
  /** Defaults to a checker in this thread. */
  readonly checker?: AuditRangeChecker;
  /**
   * Called after each range.
   * @param checked number of the last checked entry
   */
  readonly onProgress?: (checked: number, last: number) => void;
}

export interface Verification {
  readonly first: number;
  readonly last: number;
  /** Root of the tree over all entries up to the last, in hex. */
  readonly root: string;
  readonly fault: EntryFault | undefined;
  /** Oldest kept entry and the entry that records the drop before it; undefined without a drop. */
  readonly drop: { readonly oldest: number; readonly by: number } | undefined;
}

interface Head extends AuditHead {
  readonly newest: number;
  readonly tiles: number;
}

/** Root that the log must have at some size, from a seal or the caller. */
interface Mark {
  readonly size: number;
  readonly root: string;
  /** End of a sentence about the entries up to this one. */
  readonly reason: string;
}

interface VerifyParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
}

/**
 * Checks every entry that exists at the start: hash, number, link and tiles. Also checks the head's seal, all kept
 * seals, the expected state and drops by age. Stops at the first fault. Entries may be appended meanwhile; if retention
 * drops the oldest ones, verification starts over after them.
 */
export async function verifyAuditLog(parts: VerifyParts, options: VerifyOptions = {}): Promise<Verification> {
  let beginning = await readAuditBeginning(parts.database.reader);
  for (;;) {
    const verification = await verifyFrom(beginning, parts, options);
    const next = await findLaterBeginning(parts, beginning, verification.fault);
    if (next === undefined) return verification;
    beginning = next;
  }
}

/** Returns the new beginning if retention has dropped the missing entries since verification began. */
async function findLaterBeginning(
  { database, masterKeys }: VerifyParts,
  before: AuditBeginning,
  fault: EntryFault | undefined,
): Promise<AuditBeginning | undefined> {
  if (fault?.reason !== MISSING) return undefined;
  const beginning = await readAuditBeginning(database.reader);
  if (beginning.oldest <= Math.max(before.oldest, fault.sequence)) return undefined;
  const head = await readHead(database);
  // Without a valid seal, anyone with write access could keep forging new beginnings.
  if (examineSeal(head, masterKeys()) !== 'right') return undefined;
  const unproved = await findBeginningFault(database.reader, beginning, { ...head, size: head.sequence });
  return unproved === undefined ? beginning : undefined;
}

async function verifyFrom(
  beginning: AuditBeginning,
  { database, masterKeys }: VerifyParts,
  { from = 1, expected, checker = checkInThisThread(database.reader), onProgress }: VerifyOptions,
): Promise<Verification> {
  const { reader } = database;
  const head = await readHead(database);
  const begin = Math.max(beginning.oldest, from) - 1;
  const start = Math.min(begin - (begin % TILE_SIZE), head.tiles * TILE_SIZE);
  const marks = [
    ...sealMarks(await readCheckedSeals(reader, masterKeys())),
    ...(expected === undefined ? [] : [{ ...expected, reason: 'or one before it is not what was expected' }]),
  ].toSorted((one, other) => one.size - other.size);
  const before = start === 0 ? [] : await readTreeNodes(reader, subtreesOf(start), head.tiles);
  let tree: Pick<AuditHead, 'sequence' | 'frontier'> = { sequence: start, frontier: Buffer.concat(before) };
  let hash: Buffer | undefined = start === 0 ? Buffer.alloc(32) : undefined;
  const found = (fault: EntryFault | undefined): Verification => ({
    first: start + 1,
    last: tree.sequence,
    root: toHex(rootOf(tree.frontier)),
    fault,
    drop: beginning.drop && { oldest: beginning.oldest, by: beginning.drop.sequence },
  });

  for await (const { last, checked } of checkAhead(checker, { first: start + 1, last: head.sequence })) {
    const { behind, fault } = checked;
    const replaced = behind && findReplaced({ sequence: tree.sequence, hash }, behind);
    if (replaced !== undefined) return found(replaced);
    if (fault !== undefined) return found(fault);
    const hashes = hashesIn(checked.hashes);
    for (const mark of marks.filter(({ size }) => size > tree.sequence && size <= last)) {
      const then = extendTree(tree, hashes.slice(0, mark.size - tree.sequence));
      if (toHex(rootOf(then.frontier)) !== mark.root)
        return found({ sequence: mark.size, reason: mark.reason });
    }
    const roots = hashesIn(checked.roots);
    const tile = await findTileFault(database, tree.sequence, roots, head.tiles);
    if (tile !== undefined) return found(tile);
    tree = extendTreeByTiles(tree, roots, hashes.slice(roots.length * TILE_SIZE));
    hash = hashes.at(-1);
    onProgress?.(tree.sequence, head.sequence);
  }
  const headFault = findHeadFault(head, { ...tree, hash }, marks, masterKeys);
  return found(headFault ?? (await findBeginningFault(reader, beginning, { ...head, size: head.sequence })));
}

async function readHead({ reader }: Database): Promise<Head> {
  const { rows } = await sql<Head>`
    SELECT audit_head.*, audit_watch.tiles,
      (SELECT coalesce(max(audit_log.sequence), 0) FROM audit_log) AS newest
    FROM audit_head, audit_watch`.execute(reader);
  const [head] = rows;
  if (head === undefined) throw new Error('audit_head has no row');
  return head;
}

function sealMarks(seals: readonly CheckedSeal[]): Mark[] {
  return seals.map(({ size, root, isRight }) => ({
    size,
    root: isRight ? toHex(root) : '',
    reason: isRight
      ? 'or one before it is not what was sealed: they were written anew'
      : 'has a seal that none of the keys has made',
  }));
}

async function findTileFault(
  { reader }: Database,
  before: number,
  computed: readonly Buffer[],
  tiles: number,
): Promise<EntryFault | undefined> {
  const first = before / TILE_SIZE;
  const written = Math.min(computed.length, tiles - first);
  if (written <= 0) return undefined;
  const { rows } = await sql<{ readonly index: number; readonly root: Buffer }>`
    SELECT index, root FROM audit_tiles WHERE level = 0 AND index BETWEEN ${first} AND ${first + written - 1}`.execute(
    reader,
  );
  const roots = new Map(rows.map(({ index, root }) => [index, root]));
  const wrong = computed.slice(0, written).findIndex((root, at) => !roots.get(first + at)?.equals(root));
  if (wrong < 0) return undefined;
  const sequence = before + wrong * TILE_SIZE + 1;
  return { sequence, reason: `or one of the ${TILE_SIZE - 1} behind it is not what was checked earlier` };
}

function findHeadFault(
  head: Head,
  {
    sequence,
    frontier,
    hash,
  }: Pick<AuditHead, 'sequence' | 'frontier'> & { readonly hash: Buffer | undefined },
  marks: readonly Mark[],
  masterKeys: MasterKeys,
): EntryFault | undefined {
  if (examineSeal(head, masterKeys()) !== 'right') {
    return { sequence, reason: 'is the last, and the seal of this is not that of a master key' };
  }
  if (head.newest > sequence)
    return { sequence: sequence + 1, reason: 'is there, and the head is before it' };
  const later = marks.find(({ size }) => size > sequence);
  if (later !== undefined) {
    return {
      sequence: sequence + 1,
      reason: `is missing: the log had been sealed up to entry ${later.size}`,
    };
  }
  const fits = head.root === null || rootOf(frontier).equals(head.root);
  if (fits && (hash === undefined || sequence === 0 || hash.equals(head.hash))) return undefined;
  return { sequence, reason: 'or one before it is not what was sealed: they were written anew' };
}
