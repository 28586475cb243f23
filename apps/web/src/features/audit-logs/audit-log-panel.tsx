import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { AuditEntryDetails } from '../../domain/audit-entry/audit-entry-details.tsx';
import { SlideOverTitle } from '../../shared/ui/overlay/slide-over-title.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

interface AuditLogPanelProps {
  readonly entry: AuditLogEntry;
  readonly onClose: () => void;
}

export function AuditLogPanel({ entry, onClose }: AuditLogPanelProps) {
  return (
    <>
      <SlideOverTitle title="Audit Log Details" onClose={onClose} />
      <div className="min-h-0 flex-1 overflow-y-auto px-(--gutter) pt-2 pb-(--gutter)">
        <AuditEntryDetails entry={entry} time={<Timestamp instant={entry.createdAt} aged />} />
      </div>
    </>
  );
}
