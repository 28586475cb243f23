import type { Json } from '@halyard/audit-proof/canonical-json';
import type { AuditContent } from './audit-content.ts';

/** Columns that are hashed unchanged, for new and stored entries. */
type PlainColumns = {
  readonly [Column in Exclude<
    keyof AuditContent,
    'created_at' | 'metadata' | 'changes' | 'occurred_at' | 'service_key_id'
  >]: string | null;
} & { readonly metadata: unknown; readonly changes: unknown };

interface ChainColumns {
  readonly sequence: number;
  /** ISO 8601 with milliseconds, like `occurred_at`. */
  readonly created_at: string;
  readonly occurred_at: string | undefined;
  readonly service_key_id: string | undefined;
}

/** Returns the content that an entry's hash covers. Its keys are already sorted, which saves time over a whole log. */
export function hashedContent(
  entry: PlainColumns,
  { sequence, created_at, occurred_at, service_key_id }: ChainColumns,
): { readonly [column: string]: Json | undefined } {
  return {
    action: entry.action,
    action_category: entry.action_category,
    actor_email: entry.actor_email,
    actor_id: entry.actor_id,
    actor_type: entry.actor_type,
    // A jsonb column always holds JSON.
    changes: entry.changes as Json,
    created_at,
    description: entry.description,
    error_message: entry.error_message,
    id: entry.id,
    ip_address: entry.ip_address,
    metadata: entry.metadata as Json,
    occurred_at,
    request_id: entry.request_id,
    resource_id: entry.resource_id,
    resource_identifier: entry.resource_identifier,
    resource_type: entry.resource_type,
    sequence,
    service_key_id,
    status: entry.status,
    user_agent: entry.user_agent,
  };
}
