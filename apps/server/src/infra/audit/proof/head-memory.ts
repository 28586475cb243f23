import { toHex } from '@halyard/audit-proof/bytes';
import type { AuditAlarm } from '@halyard/audit-proof/page-proof';
import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';
import type { SeenHeads } from '../chain/audit-chain.ts';
import { type AuditHead, examineSeal, type SealedHead } from '../chain/audit-seal.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import { REWRITTEN } from '../chain/kept-seals.ts';
import { findBeginningFault, readAuditBeginning } from './audit-beginning.ts';
import type { SeenHead } from './seen-head-file.ts';

interface ReadHead extends AuditHead {
  readonly oldest: number;
  /** Hash of the entry that was the newest one before; null if there is none now. */
  readonly hash_before: Buffer | null;
}

/**
 * Compares the log with the newest head that was seen. Somebody who rolls the log back to an earlier head, or empties it,
 * leaves a log that is valid in itself.
 */
export interface HeadMemory extends SeenHeads {
  /** Returns a fault until the log has what was seen before. @param now milliseconds since 1970 */
  readonly compare: (reader: DatabaseReader, now: number) => Promise<EntryFault | undefined>;
  /** The fault of the last comparison. It is not in the database, so it ends with the process. */
  readonly alarm: () => AuditAlarm | undefined;
  /** Undefined before the first entry. */
  readonly seen: () => SeenHead | undefined;
}

/** @param before what an earlier process saw */
export function createHeadMemory(masterKeys: MasterKeys, before: SeenHead | undefined): HeadMemory {
  let seen = before;
  let alarm: AuditAlarm | undefined;

  function raise(fault: EntryFault, now: number): void {
    alarm = { foundAt: new Date(now).toISOString(), ...alarm, ...fault };
  }

  /** The log may have grown since `head` was read. */
  function noteKept({ sequence, hash, root }: AuditHead): void {
    if (root !== null && sequence > (seen?.sequence ?? 0)) seen = seenIn({ sequence, hash, root });
  }

  async function findFault(reader: DatabaseReader): Promise<EntryFault | undefined> {
    const before = seen;
    const head = await readHead(reader, before?.sequence ?? 0);
    const verdict = examineSeal(head, masterKeys());
    if (verdict === 'wrong') {
      return { sequence: head.sequence, reason: 'is the last one, and has no valid seal' };
    }
    // Another process has a newer master key.
    if (verdict === 'unknown key') return undefined;
    const fault = before && (await findLostEntry(reader, before, head));
    if (fault === undefined) noteKept(head);
    return fault;
  }

  return {
    seen: () => seen,
    alarm: () => alarm,

    async compare(reader, now) {
      const fault = await findFault(reader);
      if (fault === undefined) alarm = undefined;
      else raise(fault, now);
      return fault;
    },

    noteWritten(previous, head, now) {
      if (seen !== undefined && isReplaced(seen, previous, head)) raise(missingAfter(previous, seen), now);
      if (alarm === undefined) noteKept(head);
    },
  };
}

export function seenIn({
  sequence,
  hash,
  root,
}: Pick<AuditHead, 'sequence' | 'hash'> & { readonly root: Buffer }): SeenHead {
  return { sequence, hash: toHex(hash), root: toHex(root) };
}

function missingAfter(head: Pick<AuditHead, 'sequence'>, seen: SeenHead): EntryFault {
  return { sequence: head.sequence + 1, reason: `is missing: the log had ${seen.sequence} entries before` };
}

/** Whether `head` is written in place of the seen entry. One after `head` may be its successor, which was noted first. */
function isReplaced(seen: SeenHead, previous: AuditHead, head: SealedHead): boolean {
  const isInPlace = previous.sequence < seen.sequence && seen.sequence <= head.sequence;
  return isInPlace && toHex(head.hash) !== seen.hash;
}

async function findLostEntry(
  reader: DatabaseReader,
  seen: SeenHead,
  head: ReadHead,
): Promise<EntryFault | undefined> {
  if (head.sequence < seen.sequence) return missingAfter(head, seen);
  // Anybody who can write to the database can set the first number, so a drop needs its proof.
  if (seen.sequence < head.oldest) return await findDropFault(reader);
  if (head.hash_before !== null && toHex(head.hash_before) === seen.hash) return undefined;
  return { sequence: seen.sequence, reason: REWRITTEN };
}

async function findDropFault(reader: DatabaseReader): Promise<EntryFault | undefined> {
  const beginning = await readAuditBeginning(reader);
  const { rows } = await sql<{ readonly size: number; readonly root: Buffer | null; readonly tiles: number }>`
    SELECT sequence AS size, root, coalesce((SELECT tiles FROM audit_watch), 0) AS tiles FROM audit_head`.execute(
    reader,
  );
  return await findBeginningFault(reader, beginning, onlyRow(rows));
}

async function readHead(reader: DatabaseReader, before: number): Promise<ReadHead> {
  const { rows } = await sql<ReadHead>`
    SELECT audit_head.*, first_sequence AS oldest,
      (SELECT audit_log.hash FROM audit_log WHERE audit_log.sequence = ${before}) AS hash_before
    FROM audit_head CROSS JOIN audit_blocks`.execute(reader);
  return onlyRow(rows);
}
