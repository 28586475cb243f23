import type { AuditStatus } from '@halyard/contract/audit-logs';
import { StatusBadge, type StatusTone } from '../../shared/ui/status-badge.tsx';

const TONES: Record<AuditStatus, StatusTone> = { success: 'good', failure: 'bad', partial: 'warn' };

/** Green for success, red for failure, orange for partial, grey for any other status. */
export function AuditStatusBadge({ status }: { readonly status: AuditStatus }) {
  return (
    <StatusBadge tone={TONES[status] ?? 'quiet'} chip>
      {status}
    </StatusBadge>
  );
}
