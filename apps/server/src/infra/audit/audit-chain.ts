import type { Json } from '@halyard/audit-proof/canonical-json';
import { entryHash } from '@halyard/audit-proof/entry-hash';
import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { sql } from 'kysely';
import type { MasterKeys } from '../crypto/master-keys.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { registerKey } from './audit-keys.ts';
import { AUDIT_HEAD_COLUMNS, type AuditHead, extendTree, requireSeal, sealHead } from './audit-seal.ts';

/** An entry's columns without what the chain gives it: number, time and hashes. */
export interface AuditContent {
  readonly id: string;
  readonly action: string;
  readonly action_category: AuditCategory;
  readonly description: string;
  readonly status: AuditStatus;
  readonly actor_type: AuditActorType;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly resource_type: AuditResourceType;
  readonly resource_id: string | null;
  readonly resource_identifier: string | null;
  readonly request_id: string | null;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly error_message: string | null;
  readonly metadata: { readonly [key: string]: Json } | null;
  readonly changes: { readonly [key: string]: Json } | null;
  /** ISO 8601 with milliseconds. This and the next are there only in entries that the platform sent. */
  readonly occurred_at?: string;
  readonly service_key_id?: string;
}

/** The head of the chain, locked until the transaction's end. */
export type LockedHead = AuditHead & { readonly locked: DatabaseTransaction };

/**
 * Locks the head, at which all who append queue.
 * @throws BrokenSeal where the head is not what this product has sealed: nothing is built upon it.
 */
export async function lockAuditHead(
  transaction: DatabaseTransaction,
  masterKeys: MasterKeys,
): Promise<LockedHead> {
  const head = await transaction
    .selectFrom('audit_head')
    .select(AUDIT_HEAD_COLUMNS)
    .forUpdate()
    .executeTakeFirstOrThrow();
  requireSeal(head, masterKeys());
  return { ...head, locked: transaction };
}

/**
 * Extends the chain, last in its transaction, so that numbers have no gaps and their order is the order of commits.
 *
 * An entry's hash is that of `entryHash`; all of them are the leaves of a tree. Number, tree and hash of the head are
 * sealed under the current master key, which the database never holds.
 */
export async function extendChain(
  head: LockedHead,
  contents: readonly AuditContent[],
  masterKeys: MasterKeys,
  at: Date,
): Promise<void> {
  let { sequence, hash } = head;
  const created_at = at.toISOString();
  const hashes: Buffer[] = [];
  const rows = contents.map((content) => {
    const previous = hash;
    sequence++;
    hash = Buffer.from(entryHash(sha256, previous, { ...content, sequence, created_at }));
    hashes.push(hash);
    return { ...content, sequence, created_at, previous_hash: bytea(previous), hash: bytea(hash) };
  });
  await sql`
    INSERT INTO audit_log SELECT * FROM json_populate_recordset(NULL::audit_log, ${JSON.stringify(rows)})`.execute(
    head.locked,
  );
  // Asked under the head's lock: after a rotation has sealed the head anew, nobody seals under a former key.
  const ring = masterKeys();
  await registerKey(head.locked, head, ring, at);
  await head.locked
    .updateTable('audit_head')
    .set(sealHead(ring[0], { ...extendTree(head, hashes), hash }, at))
    .execute();
}

function bytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
