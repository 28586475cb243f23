import type { CodeVerdict } from '../../shared/api/step-up.ts';
import { CodeDialog } from './code-dialog.tsx';
import { type CodeProblem, wrongCode } from './code-problem.ts';

interface VerifyIdentityDialogProps {
  readonly tryCode: (code: string) => Promise<CodeVerdict>;
  readonly onSettled: () => void;
  readonly onCancel: () => void;
}

export function VerifyIdentityDialog({ tryCode, onSettled, onCancel }: VerifyIdentityDialogProps) {
  async function submit(code: string): Promise<CodeProblem | undefined> {
    const verdict = await tryCode(code);
    if (verdict.settled) {
      onSettled();
      return undefined;
    }
    // A toast already shows the remaining attempts.
    return { ...wrongCode(), hint: verdict.hint };
  }

  return (
    <CodeDialog
      title="Verify Your Identity"
      description="This action requires two-factor authentication"
      submitLabel="Verify"
      onCode={submit}
      onClose={onCancel}
    />
  );
}
