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
import type { RequestOrigin } from '../../request-origin.ts';
import type { AuditContent } from './audit-content.ts';

export interface AuditEntry {
  /** `resource.act`, such as `user.block`. */
  readonly action: string;
  readonly category: AuditCategory;
  readonly description: string;
  readonly status: AuditStatus;
  readonly actor: { readonly type: AuditActorType; readonly id?: string; readonly email?: string };
  readonly resource: { readonly type: AuditResourceType; readonly id?: string; readonly identifier?: string };
  /** Absent if no request caused the action. */
  readonly origin?: RequestOrigin | undefined;
  readonly errorMessage?: string;
  readonly metadata?: Readonly<Record<string, Json>>;
  /** Maps each changed field to `{before, after}`; other keys are allowed. */
  readonly changes?: Readonly<Record<string, Json>>;
}

const TEXT_MAX = 1_000;

/** The columns of a new entry, with an id of its own. `at` is the time of the act. */
export function contentOfEntry(entry: AuditEntry, at: Date): AuditContent {
  const { actor, resource, origin } = entry;
  return {
    // UUIDs of version 7 rise with time, so inserts touch only the end of the id index.
    id: randomUUIDv7(),
    created_at: at.toISOString(),
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

/** Makes untrusted text storable in PostgreSQL and limits its length. */
function storable(text: string, lengthMax = TEXT_MAX): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, lengthMax).toWellFormed();
}
