import { toHex } from '@halyard/audit-proof/bytes';
import type { AuditAlarm } from '@halyard/audit-proof/page-proof';
import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { type AuditHead, examineSeal } from '../chain/audit-seal.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import { REWRITTEN } from '../chain/kept-seals.ts';
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
export interface HeadMemory {
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

  function examine(head: ReadHead): EntryFault | undefined {
    const verdict = examineSeal(head, masterKeys());
    if (verdict === 'wrong') {
      return { sequence: head.sequence, reason: 'is the last one, and has no valid seal' };
    }
    // Another process has a newer master key.
    if (verdict === 'unknown key') return undefined;
    const fault = seen && findFault(seen, head);
    if (fault === undefined && head.root !== null) seen = seenIn({ ...head, root: head.root });
    return fault;
  }

  return {
    seen: () => seen,
    alarm: () => alarm,
    async compare(reader, now) {
      const fault = examine(await readHead(reader, seen?.sequence ?? 0));
      alarm = fault && { foundAt: new Date(now).toISOString(), ...alarm, ...fault };
      return fault;
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

function findFault({ sequence, hash }: SeenHead, head: ReadHead): EntryFault | undefined {
  if (head.sequence < sequence) {
    return { sequence: head.sequence + 1, reason: `is missing: the log had ${sequence} entries before` };
  }
  const isDropped = sequence < head.oldest;
  const isKept = isDropped || (head.hash_before !== null && toHex(head.hash_before) === hash);
  return isKept ? undefined : { sequence, reason: REWRITTEN };
}

async function readHead(reader: DatabaseReader, before: number): Promise<ReadHead> {
  const { rows } = await sql<ReadHead>`
    SELECT audit_head.*, first_sequence AS oldest,
      (SELECT audit_log.hash FROM audit_log WHERE audit_log.sequence = ${before}) AS hash_before
    FROM audit_head CROSS JOIN audit_blocks`.execute(reader);
  const [head] = rows;
  if (head === undefined) throw new Error('audit_head or audit_blocks has no row');
  return head;
}
