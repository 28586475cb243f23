import { randomUUIDv7 } from 'node:crypto';
import type { Json } from '@halyard/audit-proof/canonical-json';
import {
  AUDIT_EMAIL_MAX,
  AUDIT_IDENTIFIER_MAX,
  type AuditActorType,
  type AuditCategory,
  type AuditResourceType,
  type AuditStatus,
} from '@halyard/contract/audit-logs';
import type { MasterKeys } from '../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import type { RequestOrigin } from '../request-origin.ts';
import { createAuditChain } from './chain/audit-chain.ts';
import type { AuditContent } from './entry/audit-content.ts';

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

/**
 * Writes an audit entry; made once with the keys that seal the head.
 * @param lastWrite what the act writes last, where it may be under way still: the entry is made ready meanwhile, and
 *   written once that is done. Should it fail, nothing is written, and this throws what it threw.
 */
export type AppendAudit = (
  transaction: DatabaseTransaction,
  entry: AuditEntry,
  lastWrite?: Promise<unknown>,
) => Promise<void>;

const TEXT_MAX = 1_000;

/** Appends to the chain, last in the transaction of the act itself: the head stays locked until commit. */
export function createAppendAudit(masterKeys: MasterKeys, now: () => Date): AppendAudit {
  const extendChain = createAuditChain(masterKeys, now);
  return async (transaction, entry, lastWrite) => {
    // It is waited for below, but for what goes wrong before.
    lastWrite?.catch(() => undefined);
    await extendChain(transaction, [toContent(entry)], lastWrite);
  };
}

function toContent(entry: AuditEntry): AuditContent {
  const { actor, resource, origin } = entry;
  return {
    // Rising with time: the index of ids grows at its end, and a change writes no further page of it.
    id: randomUUIDv7(),
    action: entry.action,
    action_category: entry.category,
    description: storable(entry.description),
    status: entry.status,
    actor_type: actor.type,
    actor_id: actor.id ?? null,
    actor_email: actor.email === undefined ? null : storable(actor.email, AUDIT_EMAIL_MAX),
    resource_type: resource.type,
    resource_id: resource.id === undefined ? null : storable(resource.id, AUDIT_IDENTIFIER_MAX),
    resource_identifier: resource.identifier === undefined ? null : storable(resource.identifier),
    request_id: origin?.requestId ?? null,
    ip_address: origin?.ipAddress ?? null,
    user_agent: origin === undefined ? null : storable(origin.userAgent),
    error_message: entry.errorMessage === undefined ? null : storable(entry.errorMessage),
    metadata: entry.metadata ?? null,
    changes: entry.changes ?? null,
  };
}

/** Text as PostgreSQL and its indexes can hold it, and no longer than a reader needs: much of it was written by strangers. */
function storable(text: string, lengthMax = TEXT_MAX): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, lengthMax).toWellFormed();
}
