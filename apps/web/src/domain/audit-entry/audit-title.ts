import type { AuditLogEntry } from '@halyard/contract/audit-logs';

/** Returns the description as the title, or else the action. `action` is undefined if it is the title. */
export function auditTitle({ description, action }: Pick<AuditLogEntry, 'description' | 'action'>) {
  const title = description.trim() === '' ? action : description;
  return { title, action: title === action ? undefined : action };
}
