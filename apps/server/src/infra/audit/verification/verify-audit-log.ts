import { toHex } from '@halyard/audit-proof/bytes';
import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { Database, DatabaseReader } from '../../db/database.ts';
import {
  type AuditHead,
  examineSeal,
  extendTreeByTiles,
  hashesIn,
  rootOf,
  type SealVerdict,
  TILE_SIZE,
} from '../chain/audit-seal.ts';
import { type EntryFault, MISSING } from '../chain/check-entries.ts';
import { REWRITTEN, readSealedRoots } from '../chain/kept-seals.ts';
import { type AuditBeginning, findBeginningFault, readAuditBeginning } from '../proof/audit-beginning.ts';
import { readTreeNodes, subtreesOf } from '../proof/audit-tree.ts';
import type { SeenHead } from '../proof/seen-head-file.ts';
import { checkAhead } from './check-ahead.ts';
import { type AuditRangeChecker, checkInThisThread } from './check-audit-range.ts';
import { type ExpectedLog, findRangeFault, type VerifiedPart } from './find-range-fault.ts';

/** Begins the reason if the newest entries are gone, as after the restore of a backup. */
export const LOST = 'is missing: the log was sealed';

export interface ExpectedState {
  readonly size: number;
  /** In hex. */
  readonly root: string;
}

export interface VerifyOptions {
  /** Entry whose tile is checked first. Earlier entries are not read, only their tiles. */
  readonly from?: number;
  /** Earlier states of the log that somebody noted elsewhere. */
  readonly expected?: readonly ExpectedState[];
  /** Newest entry that a product process saw on this machine. */
  readonly seen?: Pick<SeenHead, 'sequence' | 'root'>;
  /** Defaults to a checker in this thread. */
  readonly checker?: AuditRangeChecker;
  /** Called after each range; `checked` is the number of the last checked entry. */
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

interface VerifyParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
}

/** Checks entries, tiles, seals, drops and the expected state. Stops at the first fault. Allows concurrent appends. */
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
  { database: { reader }, masterKeys }: VerifyParts,
  before: AuditBeginning,
  fault: EntryFault | undefined,
): Promise<AuditBeginning | undefined> {
  if (fault?.reason !== MISSING) return undefined;
  const beginning = await readAuditBeginning(reader);
  if (beginning.oldest <= Math.max(before.oldest, fault.sequence)) return undefined;
  const head = await readHead(reader);
  // Without a valid seal, anyone with write access could keep forging new beginnings.
  if (examineSeal(head, masterKeys()) !== 'right') return undefined;
  const unproved = await findBeginningFault(reader, beginning, { ...head, size: head.sequence });
  return unproved === undefined ? beginning : undefined;
}

async function verifyFrom(
  beginning: AuditBeginning,
  { database: { reader }, masterKeys }: VerifyParts,
  { from = 1, expected = [], seen, checker = checkInThisThread(reader), onProgress }: VerifyOptions,
): Promise<Verification> {
  // Read the roots before the head, so that it covers all of them.
  const roots = await readSealedRoots(reader, masterKeys);
  const head = await readHead(reader);
  // A rotation may drop the head's key before the last entry is checked.
  const headSeal = examineSeal(head, masterKeys());
  for (const { size, root } of expected) {
    roots.push({ size, root, reason: 'or an earlier entry does not match the expected root' });
  }
  if (seen !== undefined) {
    roots.push({
      size: seen.sequence,
      root: seen.root,
      reason: 'or an earlier entry differs from what was seen here',
    });
  }
  const expectedLog = { roots: roots.toSorted((one, other) => one.size - other.size), tiles: head.tiles };
  let verified = await readStart(reader, Math.max(beginning.oldest, from) - 1, head.tiles);
  const first = verified.sequence + 1;
  const report = (fault: EntryFault | undefined): Verification => ({
    first,
    last: verified.sequence,
    root: toHex(rootOf(verified.frontier)),
    fault,
    drop: beginning.drop && { oldest: beginning.oldest, by: beginning.drop.sequence },
  });

  for await (const checked of checkAhead(checker, { first, last: head.sequence })) {
    const fault = await findRangeFault(reader, verified, checked, expectedLog);
    if (fault !== undefined) return report(fault);
    const [tiles, hashes] = [hashesIn(checked.roots), hashesIn(checked.hashes)];
    const tree = extendTreeByTiles(verified, tiles, hashes.slice(tiles.length * TILE_SIZE));
    verified = { ...tree, hash: hashes.at(-1) };
    onProgress?.(verified.sequence, head.sequence);
  }
  const fault = findHeadFault(head, headSeal, verified, expectedLog);
  return report(fault ?? (await findBeginningFault(reader, beginning, { ...head, size: head.sequence })));
}

async function readHead(reader: DatabaseReader): Promise<Head> {
  const { rows } = await sql<Head>`
    SELECT audit_head.*, coalesce((SELECT tiles FROM audit_watch), 0) AS tiles,
      (SELECT coalesce(max(audit_log.sequence), 0) FROM audit_log) AS newest
    FROM audit_head`.execute(reader);
  const [head] = rows;
  if (head === undefined) throw new Error('audit_head has no row');
  return head;
}

/** Reads the tree up to the last tile border; the first `before` entries need no check. */
async function readStart(reader: DatabaseReader, before: number, tiles: number): Promise<VerifiedPart> {
  const sequence = Math.min(before - (before % TILE_SIZE), tiles * TILE_SIZE);
  if (sequence === 0) return { sequence, hash: Buffer.alloc(32), frontier: Buffer.alloc(0) };
  const frontier = Buffer.concat(await readTreeNodes(reader, subtreesOf(sequence), tiles));
  return { sequence, hash: undefined, frontier };
}

/** Finds a fault in the head's seal, or between the head and the entries, which are all verified. */
function findHeadFault(
  head: Head,
  seal: SealVerdict,
  { sequence, frontier, hash }: VerifiedPart,
  { roots }: ExpectedLog,
): EntryFault | undefined {
  if (seal !== 'right') return { sequence, reason: 'is the last one, and has no valid seal' };
  const next = sequence + 1;
  if (head.newest > sequence) return { sequence: next, reason: 'is newer than the head' };
  const later = roots.find(({ size }) => size > sequence);
  if (later !== undefined) {
    return { sequence: next, reason: `${LOST} up to entry ${later.size}` };
  }
  const isSealed = head.root === null || rootOf(frontier).equals(head.root);
  const isLinked = hash === undefined || sequence === 0 || hash.equals(head.hash);
  return isSealed && isLinked ? undefined : { sequence, reason: REWRITTEN };
}
