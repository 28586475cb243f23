import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { MOBILE_BREAKPOINT_PX } from '@halyard/contract/constants';
import { useLateComponent } from '../../shared/lib/use-late-component.ts';
import { useMediaQuery } from '../../shared/lib/use-media-query.ts';
import { AwaitedPanel } from '../../shared/ui/awaited-panel.tsx';
import { SlideOver } from '../../shared/ui/slide-over.tsx';
import { loadAuditLogPanel } from './load-audit-log-panel.ts';

interface AuditLogSlideOverProps {
  readonly id: string;
  /** Undefined while none is open. */
  readonly entry: AuditLogEntry | undefined;
  readonly onClose: () => void;
}

/** The place of an entry's drawer: beside the list, which stays in use, and over it on phones. */
export function AuditLogSlideOver({ id, entry, onClose }: AuditLogSlideOverProps) {
  const isNarrow = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
  const { Component: Panel, ...awaited } = useLateComponent(loadAuditLogPanel, entry !== undefined);
  return (
    <SlideOver
      id={id}
      open={entry !== undefined}
      onClose={onClose}
      label="Audit Log Details"
      side="right"
      modal={isNarrow}
      className="w-full md:w-[32rem]"
    >
      {Panel && entry ? (
        <Panel key={entry.id} entry={entry} onClose={onClose} />
      ) : (
        <AwaitedPanel title="Audit Log Details" onClose={onClose} {...awaited} />
      )}
    </SlideOver>
  );
}
