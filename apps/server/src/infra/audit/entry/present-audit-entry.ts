import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { AuditRow } from './read-audit.ts';

export function presentAuditEntry(row: AuditRow): AuditLogEntry {
  return {
    id: row.id,
    sequence: row.sequence,
    action: row.action,
    actionCategory: row.action_category,
    description: row.description,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.occurred_at !== null && { occurredAt: row.occurred_at.toISOString() }),
    ...(row.service_key_id !== null && { serviceKeyId: row.service_key_id }),
    actor: { type: row.actor_type, id: row.actor_id, email: row.actor_email },
    resource: { type: row.resource_type, id: row.resource_id, identifier: row.resource_identifier },
    requestId: row.request_id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    errorMessage: row.error_message,
    metadata: row.metadata,
    changes: row.changes,
  };
}
