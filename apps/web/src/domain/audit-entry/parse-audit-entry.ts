import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import {
  fieldsOf,
  identifierIn,
  instantIn,
  isRecord,
  textIn,
  visibleTextIn,
} from '../../shared/api/answer-fields.ts';

/** Parses an entry in which any field may be missing or malformed. */
export function parseAuditEntry(value: unknown): AuditLogEntry {
  const entry = fieldsOf<AuditLogEntry>(value);
  const actor = fieldsOf<AuditLogEntry['actor']>(entry.actor);
  const resource = fieldsOf<AuditLogEntry['resource']>(entry.resource);
  // The casts accept unknown categories, statuses and types, which are shown unchanged.
  return {
    id: identifierIn(entry.id) ?? '',
    sequence: Number.isSafeInteger(entry.sequence) ? Number(entry.sequence) : undefined,
    action: textIn(entry.action) ?? '',
    actionCategory: (textIn(entry.actionCategory) ?? '') as AuditLogEntry['actionCategory'],
    description: visibleTextIn(entry.description) ?? '',
    status: (textIn(entry.status) ?? '') as AuditLogEntry['status'],
    createdAt: instantIn(entry.createdAt) ?? '',
    occurredAt: instantIn(entry.occurredAt) ?? undefined,
    serviceKeyId: identifierIn(entry.serviceKeyId) ?? undefined,
    actor: {
      type: (textIn(actor.type) ?? '') as AuditLogEntry['actor']['type'],
      id: identifierIn(actor.id),
      email: visibleTextIn(actor.email),
    },
    resource: {
      type: (textIn(resource.type) ?? '') as AuditLogEntry['resource']['type'],
      id: identifierIn(resource.id),
      identifier: visibleTextIn(identifierIn(resource.identifier)),
    },
    requestId: identifierIn(entry.requestId),
    ipAddress: textIn(entry.ipAddress),
    userAgent: textIn(entry.userAgent),
    errorMessage: textIn(entry.errorMessage),
    metadata: isRecord(entry.metadata) ? entry.metadata : null,
    changes: isRecord(entry.changes) ? entry.changes : null,
  };
}
