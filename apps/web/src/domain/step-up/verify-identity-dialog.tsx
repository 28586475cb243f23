import { useState } from 'react';
import type { CodeVerdict } from '../../shared/api/step-up.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { type CodeProblem, wrongCode } from './code-problem.ts';

interface VerifyIdentityDialogProps {
  readonly tryCode: (code: string) => Promise<CodeVerdict>;
  /** Called when the call has succeeded or failed. */
  readonly onSettled: () => void;
  readonly onCancel: () => void;
}

/** Asks for the code that a call needs. It stays open while a code is submitted, because the call may succeed. */
export function VerifyIdentityDialog({ tryCode, onSettled, onCancel }: VerifyIdentityDialogProps) {
  const [busy, setBusy] = useState(false);

  async function submit(code: string): Promise<CodeProblem | undefined> {
    setBusy(true);
    const verdict = await tryCode(code).finally(() => setBusy(false));
    if (verdict.settled) {
      onSettled();
      return undefined;
    }
    // A toast already shows the remaining attempts.
    return wrongCode();
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
