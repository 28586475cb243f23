import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { RecordSlideOver } from '../../shared/ui/overlay/record-slide-over.tsx';
import { loadAuditLogPanel } from './load-audit-log-panel.ts';

interface AuditLogSlideOverProps {
  readonly id: string;
  /** Undefined while none is open. */
  readonly entry: AuditLogEntry | undefined;
  readonly onClose: () => void;
}

/** The place of an entry's drawer: beside the list, which stays in use, and over it on phones. */
export function AuditLogSlideOver({ id, entry, onClose }: AuditLogSlideOverProps) {
  return (
    <RecordSlideOver
      id={id}
      label="Audit Log Details"
      record={entry}
      load={loadAuditLogPanel}
      onClose={onClose}
    >
      {(Panel, shown) => <Panel key={shown.id} entry={shown} onClose={onClose} />}
    </RecordSlideOver>
  );
}
