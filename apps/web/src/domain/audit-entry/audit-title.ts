import type { AuditLogEntry } from '@halyard/contract/audit-logs';

/** What an entry is called: its description, or else its action; `action` is what remains to be said beneath. */
export function auditTitle({ description, action }: Pick<AuditLogEntry, 'description' | 'action'>) {
  const title = description.trim() === '' ? action : description;
  return { title, action: title === action ? undefined : action };
}
