import type { TwoFactorStatus } from '@halyard/contract/auth';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { backupCodesLeft } from '../../domain/backup-codes/backup-codes-left.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

interface TwoFactorStateProps {
  readonly status: TwoFactorStatus | undefined;
}

/** Shows the state of two-factor authentication at a constant height. */
export function TwoFactorState({ status }: TwoFactorStateProps) {
  return (
    <>
      <p className="text-ink-quiet text-sm">
        Requires a code from your authenticator app or a backup code at every sign-in.
      </p>
      <div className="flex min-h-5 items-center max-md:min-h-10 max-md:items-start">{stateOf(status)}</div>
    </>
  );
}

function stateOf(status: TwoFactorStatus | undefined): ReactNode {
  if (!status) {
    return <Skeleton className="h-4 w-48" />;
  }
  if (!status.enabled) {
    return (
      <Warning>
        <span className="font-medium">Recommended</span>: a password alone is not enough.
      </Warning>
    );
  }
  if (status.backupCodesRemaining === undefined) {
    return null;
  }
  const { sentence, few } = backupCodesLeft(status.backupCodesRemaining);
  return few ? (
    <Warning>{`${sentence} Regenerate them soon.`}</Warning>
  ) : (
    <p className="text-ink-quiet text-sm">{sentence}</p>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex w-fit items-start gap-2 text-ink text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>{children}</span>
    </p>
  );
}
