import { createHash, randomUUID } from 'node:crypto';
import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import { sql } from 'kysely';
import type { MasterKeys } from '../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import type { RequestOrigin } from '../request-origin.ts';
import { sealOf } from './audit-seal.ts';
import { canonicalJson, type Json } from './canonical-json.ts';

export interface AuditEntry {
  /** `resource.act`, such as `user.block`. */
  readonly action: string;
  readonly category: AuditCategory;
  readonly description: string;
  readonly status: AuditStatus;
  readonly actor: { readonly type: AuditActorType; readonly id?: string; readonly email?: string };
  readonly resource: { readonly type: AuditResourceType; readonly id?: string; readonly identifier?: string };
  /** Absent where no request led to the act. */
  readonly origin?: RequestOrigin | undefined;
  readonly errorMessage?: string;
  readonly metadata?: Readonly<Record<string, Json>>;
  /** Field to `{before, after}` or other keys. */
  readonly changes?: Readonly<Record<string, Json>>;
}

/** Writes audit entries; made once with the keys that seal the head. */
export type AppendAudit = (transaction: DatabaseTransaction, entry: AuditEntry) => Promise<void>;

const TEXT_MAX = 1_000;

/**
 * Appends to the chain, last in the transaction of the act itself: the head's row stays locked until
 * commit, so numbers have no gaps and their order is the order of commits.
 *
 * An entry's hash is SHA-256 over the hash before it and the entry's canonical JSON (keys sorted, the
 * sequence number and the time in ISO 8601 with milliseconds among them). The head is sealed under the current
 * master key, which the database never holds.
 */
export function createAppendAudit(masterKeys: MasterKeys, now: () => Date): AppendAudit {
  return async (transaction, entry) => {
    const head = await transaction
      .selectFrom('audit_head')
      .select(['sequence', 'hash'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const sequence = head.sequence + 1;
    const row = toRow(entry, sequence, now());
    const hash = createHash('sha256').update(head.hash).update(canonicalJson(row)).digest();
    await transaction
      .insertInto('audit_log')
      .values({
        ...row,
        metadata: row.metadata === null ? null : sql`${JSON.stringify(row.metadata)}::jsonb`,
        changes: row.changes === null ? null : sql`${JSON.stringify(row.changes)}::jsonb`,
        previous_hash: head.hash,
        hash,
      })
      .execute();
    // Asked under the head's lock: after a rotation has sealed the head anew, nobody seals under a former key.
    const [{ id, sealingKey }] = masterKeys();
    await transaction
      .updateTable('audit_head')
      .set({ sequence, hash, seal: sealOf(sealingKey, sequence, hash), seal_key_id: id })
      .execute();
  };
}

function toRow(entry: AuditEntry, sequence: number, at: Date) {
  const { actor, resource, origin } = entry;
  return {
    sequence,
    id: randomUUID(),
    created_at: at.toISOString(),
    action: entry.action,
    action_category: entry.category,
    description: storable(entry.description),
    status: entry.status,
    actor_type: actor.type,
    actor_id: actor.id ?? null,
    actor_email: actor.email === undefined ? null : storable(actor.email),
    resource_type: resource.type,
    resource_id: resource.id ?? null,
    resource_identifier: resource.identifier === undefined ? null : storable(resource.identifier),
    request_id: origin?.requestId ?? null,
    ip_address: origin?.ipAddress ?? null,
    user_agent: origin === undefined ? null : storable(origin.userAgent),
    error_message: entry.errorMessage === undefined ? null : storable(entry.errorMessage),
    metadata: entry.metadata ?? null,
    changes: entry.changes ?? null,
  };
}

/** Text as PostgreSQL can hold it, and no longer than a reader needs: much of it was written by strangers. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, TEXT_MAX).toWellFormed();
}
