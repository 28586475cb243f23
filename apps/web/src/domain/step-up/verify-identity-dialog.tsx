import { useState } from 'react';
import type { CodeVerdict } from '../../shared/api/step-up.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { type CodeProblem, wrongCode } from './code-problem.ts';

interface VerifyIdentityDialogProps {
  readonly tryCode: (code: string) => Promise<CodeVerdict>;
  /** The call for which the code was asked has ended, well or not. */
  readonly onSettled: () => void;
  readonly onCancel: () => void;
}

/** Asks for the code that a call needs. It does not close while a code is tried: the call may go through with it. */
export function VerifyIdentityDialog({ tryCode, onSettled, onCancel }: VerifyIdentityDialogProps) {
  const [busy, setBusy] = useState(false);

  async function submit(code: string): Promise<CodeProblem | undefined> {
    setBusy(true);
    const verdict = await tryCode(code).finally(() => setBusy(false));
    if (verdict.settled) {
      onSettled();
      return undefined;
    }
    // The attempts that are left are in the toast that announces the wrong code.
    return wrongCode(undefined);
  }

  return (
    <Dialog
      title="Verify Your Identity"
      description="This action requires two-factor authentication"
      onCancel={() => busy || onCancel()}
    >
      <CodeForm submitLabel="Verify" onSubmit={submit}>
        <Button variant="secondary" size="lg" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </CodeForm>
    </Dialog>
  );
}
