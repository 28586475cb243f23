import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { fieldsOf, identifierIn, instantIn, isRecord, textIn } from '../../shared/api/answer-fields.ts';

/** Reads an entry from an answer in which anything may be missing or of another kind. */
export function auditEntryIn(value: unknown): AuditLogEntry {
  const entry = fieldsOf(value);
  const actor = fieldsOf(entry['actor']);
  const resource = fieldsOf(entry['resource']);
  // The parse boundary: words that the contract does not know are shown as they came.
  return {
    id: identifierIn(entry['id']) ?? '',
    action: textIn(entry['action']) ?? '',
    actionCategory: textIn(entry['actionCategory']) ?? '',
    description: textIn(entry['description']) ?? '',
    status: textIn(entry['status']) ?? '',
    createdAt: instantIn(entry['createdAt']) ?? '',
    occurredAt: instantIn(entry['occurredAt']) ?? undefined,
    serviceKeyId: identifierIn(entry['serviceKeyId']) ?? undefined,
    actor: {
      type: textIn(actor['type']) ?? '',
      id: identifierIn(actor['id']),
      email: textIn(actor['email']),
    },
    resource: {
      type: textIn(resource['type']) ?? '',
      id: identifierIn(resource['id']),
      identifier: identifierIn(resource['identifier']),
    },
    requestId: identifierIn(entry['requestId']),
    ipAddress: textIn(entry['ipAddress']),
    userAgent: textIn(entry['userAgent']),
    errorMessage: textIn(entry['errorMessage']),
    metadata: isRecord(entry['metadata']) ? entry['metadata'] : null,
    changes: isRecord(entry['changes']) ? entry['changes'] : null,
  } as AuditLogEntry;
}
