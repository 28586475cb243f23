import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { ReactNode } from 'react';
import { SlideOverTitle } from '../../shared/ui/overlay/slide-over-title.tsx';
import { AuditEntryDetails } from './audit-entry-details.tsx';

interface AuditEntryPanelProps {
  readonly entry: AuditLogEntry;
  /** The entry's time, in the format of the screen. */
  readonly time: ReactNode;
  readonly onClose: () => void;
}

/** The content of a panel with an audit entry's details. */
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
