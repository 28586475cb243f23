import type { AuditLogEntry } from '@halyard/contract/audit-logs';

/** Returns an entry's description, or its action if it has none. `action` is set only below a description. */
export function auditTitle({ description, action }: Pick<AuditLogEntry, 'description' | 'action'>) {
  const title = description.trim() === '' ? action : description;
  return { title, action: title === action ? undefined : action };
}
