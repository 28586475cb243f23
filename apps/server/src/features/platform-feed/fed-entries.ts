import { canonicalJson } from '@halyard/audit-proof/canonical-json';
import type { FeedAuditEntry } from '@halyard/contract/platform-feed-audit-logs';
import { sql } from 'kysely';
import type { AuditContent } from '../../infra/audit/entry/audit-content.ts';
import type { DatabaseTransaction } from '../../infra/db/database.ts';

/** An entry as the platform sent it. */
export type FedContent = Omit<AuditContent, 'created_at'>;

type StoredContent = Omit<FedContent, 'occurred_at'> & { readonly occurred_at: Date | null };

export function contentOf(entry: FeedAuditEntry, serviceKeyId: string): FedContent {
  const { actor, resource } = entry;
  return {
    id: entry.uuid,
    action: entry.action,
    action_category: entry.actionCategory,
    description: entry.description,
    status: entry.status,
    actor_type: actor.type,
    actor_id: actor.id ?? null,
    actor_email: actor.email ?? null,
    resource_type: resource.type,
    resource_id: resource.id ?? null,
    resource_identifier: resource.identifier ?? null,
    request_id: entry.requestId ?? null,
    ip_address: entry.ipAddress ?? null,
    user_agent: entry.userAgent ?? null,
    error_message: entry.errorMessage ?? null,
    metadata: entry.metadata ?? null,
    changes: entry.changes ?? null,
    occurred_at: new Date(entry.occurredAt).toISOString(),
    service_key_id: serviceKeyId,
  };
}

/** Whether two entries are equal apart from their service key. */
export function isSameEntry(one: FedContent, other: FedContent): boolean {
  const withoutKey = ({ service_key_id: _, ...rest }: FedContent) => canonicalJson(rest);
  return withoutKey(one) === withoutKey(other);
}

/** Finds stored entries by id, including entries that this product wrote. */
export async function findKnownEntries(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FedContent>> {
  const { rows } = await sql<StoredContent>`
    SELECT id, action, action_category, description, status, actor_type, actor_id, actor_email, resource_type,
      resource_id, resource_identifier, request_id, ip_address, user_agent, error_message, metadata, changes,
      occurred_at, service_key_id
    FROM audit_log WHERE id = ANY (${ids}::uuid[])`.execute(transaction);
  return new Map(
    rows.map(({ occurred_at, ...rest }) => [
      rest.id,
      { ...rest, ...(occurred_at !== null && { occurred_at: occurred_at.toISOString() }) },
    ]),
  );
}
