import type { CodeVerdict } from '../../shared/api/step-up.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { wrongCode } from './code-problem.ts';

interface VerifyIdentityDialogProps {
  readonly tryCode: (code: string) => Promise<CodeVerdict>;
  /** The call for which the code was asked has ended, well or not. */
  readonly onSettled: () => void;
  readonly onCancel: () => void;
}

export function VerifyIdentityDialog({ tryCode, onSettled, onCancel }: VerifyIdentityDialogProps) {
  return (
    <Dialog
      title="Verify Your Identity"
      description="This action requires two-factor authentication"
      onCancel={onCancel}
    >
      <CodeForm
        submitLabel="Verify"
        onSubmit={async (code) => {
          const verdict = await tryCode(code);
          if (verdict.settled) {
            onSettled();
            return undefined;
          }
          // The attempts that are left are in the toast that announces the wrong code.
          return wrongCode(undefined);
        }}
      >
        <Button variant="secondary" size="lg" onClick={onCancel}>
          Cancel
        </Button>
      </CodeForm>
    </Dialog>
  );
}
