import type { AuditStatus } from '@halyard/contract/audit-logs';
import { StatusBadge, type StatusTone } from '../../shared/ui/status-badge.tsx';

const TONES: Record<AuditStatus, StatusTone> = { success: 'good', failure: 'bad', partial: 'warn' };

export function AuditStatusBadge({ status }: { readonly status: AuditStatus }) {
  return (
    <span className="capitalize">
      <StatusBadge tone={TONES[status] ?? 'quiet'}>{status}</StatusBadge>
    </span>
  );
}
