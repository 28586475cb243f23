import { Mail } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { NothingFound } from '../../shared/ui/list/nothing-found.tsx';

interface NoInvitationsProps {
  readonly filtered: boolean;
  readonly onClearFilter: () => void;
  readonly onInvite: () => void;
}

/** Why the list has no invitation, and the one thing to do about it. */
export function NoInvitations({ filtered, onClearFilter, onInvite }: NoInvitationsProps) {
  return filtered ? (
    <NothingFound
      title="No invitations found"
      hint="No invitation has this status"
      clearLabel="Show all invitations"
      onClear={onClearFilter}
    />
  ) : (
    <EmptyState
      icon={<Mail />}
      title="No invitations yet"
      hint="Invite users to join the platform"
      action={<Button onClick={onInvite}>Send First Invitation</Button>}
    />
  );
}
