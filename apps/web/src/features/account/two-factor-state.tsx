import type { TwoFactorStatus } from '@halyard/contract/auth';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { backupCodesLeft } from '../../domain/backup-codes/backup-codes-left.ts';

/** How two-factor authentication stands: recommended while it is off, else how many ways back in there are. */
export function TwoFactorState({ status }: { readonly status: TwoFactorStatus }) {
  if (!status.enabled) {
    return (
      <Warning>
        <span className="font-medium">Recommended</span>: a password alone does not keep a stranger out.
      </Warning>
    );
  }
  const left =
    status.backupCodesRemaining === undefined ? undefined : backupCodesLeft(status.backupCodesRemaining);
  return (
    <>
      <p className="text-ink-quiet text-sm">
        A code of your authenticator app, or a backup code, at every sign-in.
        {left && !left.few ? ` ${left.sentence}` : null}
      </p>
      {left?.few ? <Warning>{left.sentence} Make new ones soon.</Warning> : null}
    </>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className="mt-1 flex w-fit items-start gap-2 rounded-md bg-warn-soft px-3 py-1.5 text-ink text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>{children}</span>
    </p>
  );
}
