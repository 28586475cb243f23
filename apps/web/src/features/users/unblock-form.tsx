import type { User } from '@halyard/contract/users';
import { Button } from '../../shared/ui/button.tsx';
import { useUnblockUser } from './use-user-actions.ts';

export function UnblockForm({ user }: { readonly user: User }) {
  const unblock = useUnblockUser(user);
  return (
    <div className="mt-2 grid gap-4">
      <p className="text-ink-quiet text-sm">
        The user can sign in again right away. Ended sessions and revoked API keys are not restored.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={unblock.pending}
        onClick={() => unblock.run()}
      >
        Unblock user
      </Button>
    </div>
  );
}
