import type { Invitation } from '@halyard/contract/invitations';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useRevokeInvitation } from './use-invitation-acts.ts';

interface RevokeDialogProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/** Says what revoking does before it is done. */
export function RevokeDialog({ invitation, onClose }: RevokeDialogProps) {
  const revoke = useRevokeInvitation();
  const cancel = () => revoke.pending || onClose();

  async function submit() {
    if ((await revoke.run(invitation)).kind !== 'ignored') {
      onClose();
    }
  }

  return (
    <Dialog title="Revoke invitation?" onCancel={cancel}>
      <p className="-mt-3 text-base text-ink-quiet [overflow-wrap:anywhere]">
        The link that was mailed to <bdi className="font-medium text-ink">{invitation.email}</bdi> stops
        working at once. You can invite them again.
      </p>
      <div className="mt-5 flex gap-2 *:flex-1">
        <Button variant="secondary" size="lg" disabled={revoke.pending} onClick={cancel}>
          Cancel
        </Button>
        <Button variant="danger" size="lg" busy={revoke.pending} onClick={submit}>
          Revoke invitation
        </Button>
      </div>
    </Dialog>
  );
}
