import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { type AuditHead, examineSeal } from '../chain/audit-seal.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import { REWRITTEN } from '../chain/kept-seals.ts';

interface ReadHead extends AuditHead {
  readonly oldest: number;
  /** Hash of the entry that was the newest one before; null if there is none now. */
  readonly hash_before: Buffer | null;
}

/**
 * Returns a function that compares the log with the newest head that this process has read. Somebody who rolls the log
 * back to an earlier head, or empties it, leaves a log that is valid in itself.
 */
export function createHeadMemory(
  masterKeys: MasterKeys,
): (reader: DatabaseReader) => Promise<EntryFault | undefined> {
  let seen: Pick<AuditHead, 'sequence' | 'hash'> | undefined;
  return async (reader) => {
    const head = await readHead(reader, seen?.sequence ?? 0);
    const verdict = examineSeal(head, masterKeys());
    if (verdict === 'wrong') {
      return { sequence: head.sequence, reason: 'is the last one, and has no valid seal' };
    }
    // Another process has a newer master key.
    if (verdict === 'unknown key') return undefined;
    const fault = seen && findFault(seen, head);
    if (fault === undefined) seen = { sequence: head.sequence, hash: head.hash };
    return fault;
  };
}

function findFault(
  { sequence, hash }: Pick<AuditHead, 'sequence' | 'hash'>,
  head: ReadHead,
): EntryFault | undefined {
  if (head.sequence < sequence) {
    return { sequence: head.sequence + 1, reason: `is missing: the log had ${sequence} entries before` };
  }
  const isDropped = sequence < head.oldest;
  const isKept = sequence === 0 || isDropped || head.hash_before?.equals(hash) === true;
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
