import type { AuditLogEntry } from '@halyard/contract/audit-logs';

/** Marks an entry that the platform sent, which only the platform vouches for. */
export function PlatformMark({ entry }: { readonly entry: Pick<AuditLogEntry, 'serviceKeyId'> }) {
  if (entry.serviceKeyId === undefined) {
    return null;
  }
  return (
    <span
      title="Sent by the platform with a service key"
      className="shrink-0 rounded border border-line px-1 text-ink-quiet text-xs leading-4"
    >
      Platform
    </span>
  );
}
