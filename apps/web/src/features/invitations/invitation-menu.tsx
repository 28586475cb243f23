import type { Invitation } from '@halyard/contract/invitations';
import { Ellipsis, Send, Undo2 } from 'lucide-react';
import { Menu } from '../../shared/ui/menu.tsx';
import { useResendInvitation } from './use-invitation-acts.ts';

interface InvitationMenuProps {
  readonly invitation: Invitation;
  readonly onRevoke: () => void;
}

/** What can be done with a pending invitation. */
export function InvitationMenu({ invitation, onRevoke }: InvitationMenuProps) {
  const resend = useResendInvitation();
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
          { kind: 'action', label: 'Revoke', icon: <Undo2 aria-hidden="true" />, onSelect: onRevoke },
        ],
      ]}
      buttonClassName="inline-flex size-8 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
    >
      <Ellipsis aria-hidden="true" className="size-4" />
    </Menu>
  );
}
