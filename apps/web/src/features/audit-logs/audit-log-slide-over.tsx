import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { loadAuditEntryPanel } from '../../domain/audit-entry/load-audit-entry-panel.ts';
import { RecordSlideOver } from '../../shared/ui/overlay/record-slide-over.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

interface AuditLogSlideOverProps {
  readonly id: string;
  readonly entry: AuditLogEntry | undefined;
  /** Whether the list, whose entries are verified, lacks the entry. */
  readonly isLinked: boolean;
  readonly onClose: () => void;
}

export function AuditLogSlideOver({ id, entry, isLinked, onClose }: AuditLogSlideOverProps) {
  return (
    <RecordSlideOver
      id={id}
      label="Audit Log Details"
      record={entry}
      load={loadAuditEntryPanel}
      onClose={onClose}
    >
      {(Panel, shown) => (
        <Panel
          key={shown.id}
          entry={shown}
          time={
            <>
              <Timestamp instant={shown.createdAt} aged />
              {isLinked ? (
                <span className="w-full">
                  Not verified: this entry was opened from a link. Only entries in the list are verified.
                </span>
              ) : null}
            </>
          }
          onClose={onClose}
        />
      )}
    </RecordSlideOver>
  );
}
