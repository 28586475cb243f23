import type { AuditLogEntry } from '@halyard/contract/audit-logs';

/** The title of an entry: its description, otherwise its action. `action` is shown below a description. */
export function auditTitle({ description, action }: Pick<AuditLogEntry, 'description' | 'action'>) {
  const title = description.trim() === '' ? action : description;
  return { title, action: title === action ? undefined : action };
}
