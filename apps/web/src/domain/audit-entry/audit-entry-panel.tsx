import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { ReactNode } from 'react';
import { SlideOverTitle } from '../../shared/ui/overlay/slide-over-title.tsx';
import { AuditEntryDetails } from './audit-entry-details.tsx';

interface AuditEntryPanelProps {
  readonly entry: AuditLogEntry;
  readonly time: ReactNode;
  readonly onClose: () => void;
}

export function AuditEntryPanel({ entry, time, onClose }: AuditEntryPanelProps) {
  return (
    <>
      <SlideOverTitle title="Audit Log Details" onClose={onClose} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--gutter) pt-2 pb-(--gutter)">
        <AuditEntryDetails entry={entry} time={time} />
      </div>
    </>
  );
}
