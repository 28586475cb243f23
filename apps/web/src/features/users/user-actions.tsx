import type { User } from '@halyard/contract/users';
import { BlockForm } from './block-form.tsx';
import { UnblockForm } from './unblock-form.tsx';

interface UserActionsProps {
  readonly user: User;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onBlocking: (blocking: boolean) => void;
}

export function UserActions({ user, reason, onReason, onBlocking }: UserActionsProps) {
  return (
    <section aria-label="Danger Zone" className="rounded-lg border border-bad p-4">
      <h3 className="font-medium text-bad text-base">Danger Zone</h3>
      {user.blockedAt ? (
        <UnblockForm user={user} />
      ) : (
        <BlockForm user={user} reason={reason} onReason={onReason} onBlocking={onBlocking} />
      )}
    </section>
  );
}
