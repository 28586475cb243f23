import type { InvitationStatus } from '@halyard/contract/invitations';
import type { StatusTone } from '../../shared/ui/status-badge.tsx';

export const INVITATION_LABELS: Record<
  InvitationStatus,
  { readonly label: string; readonly tone: StatusTone }
> = {
  pending: { label: 'Pending', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'good' },
  revoked: { label: 'Revoked', tone: 'quiet' },
};
