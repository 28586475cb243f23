import type { Json } from './canonical-json.ts';

/** An entry as the API returns it and a reader sees it. */
export interface ShownEntry {
  readonly id: string;
  readonly action: string;
  readonly actionCategory: string;
  readonly description: string;
  readonly status: string;
  readonly createdAt: string;
  readonly occurredAt?: string | undefined;
  readonly serviceKeyId?: string | undefined;
  readonly actor: { readonly type: string; readonly id: string | null; readonly email: string | null };
  readonly resource: {
    readonly type: string;
    readonly id: string | null;
    readonly identifier: string | null;
  };
  readonly requestId: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly errorMessage: string | null;
  readonly metadata: object | null;
  readonly changes: object | null;
}

/** Returns the content that the hash of an entry covers, from its shown form and its number. */
export function contentOfShown(entry: ShownEntry, sequence: number): { readonly [column: string]: Json } {
  const { actor, resource, occurredAt, serviceKeyId } = entry;
  return {
    sequence,
    id: entry.id,
    created_at: entry.createdAt,
    action: entry.action,
    action_category: entry.actionCategory,
    description: entry.description,
    status: entry.status,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_email: actor.email,
    resource_type: resource.type,
    resource_id: resource.id,
    resource_identifier: resource.identifier,
    request_id: entry.requestId,
    ip_address: entry.ipAddress,
    user_agent: entry.userAgent,
    error_message: entry.errorMessage,
    // API responses hold only JSON.
    metadata: entry.metadata as Json,
    changes: entry.changes as Json,
    ...(occurredAt !== undefined && { occurred_at: occurredAt }),
    ...(serviceKeyId !== undefined && { service_key_id: serviceKeyId }),
  };
}
