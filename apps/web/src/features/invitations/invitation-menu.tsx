import type { Invitation } from '@halyard/contract/invitations';
import { Ellipsis, Send, Undo2 } from 'lucide-react';
import { Menu } from '../../shared/ui/overlay/menu.tsx';
import { useResendInvitation, useRevokeInvitation } from './use-invitation-actions.ts';

export function InvitationMenu({ invitation }: { readonly invitation: Invitation }) {
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  return (
    <Menu
      label={`Actions for ${invitation.email}`}
      groups={[
        [
          {
            kind: 'action',
            label: 'Resend',
            icon: <Send aria-hidden="true" />,
            onSelect: () => void resend.run(invitation),
          },
          {
            kind: 'action',
            label: 'Revoke',
            icon: <Undo2 aria-hidden="true" />,
            onSelect: () => void revoke.run(invitation),
          },
        ],
      ]}
      buttonClassName="inline-flex size-8 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
    >
      <Ellipsis className="size-3.5" />
    </Menu>
  );
}
