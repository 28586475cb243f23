import { CodeForm } from '../../domain/step-up/code-form.tsx';
import { SetUpFailed } from '../../domain/two-factor/set-up-failed.tsx';
import { SetUpSteps } from '../../domain/two-factor/set-up-steps.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { useAuthenticatorReplacement } from './use-authenticator-replacement.ts';

interface ReplaceAuthenticatorDialogProps {
  readonly sessionCount: number | undefined;
  readonly onClose: () => void;
}

/** Sets up another authenticator, then asks for a code of the current one, which works until then. */
export function ReplaceAuthenticatorDialog({ sessionCount, onClose }: ReplaceAuthenticatorDialogProps) {
  const process = useAuthenticatorReplacement(onClose);
  return (
    <Dialog
      title="Replace authenticator"
      description={`Your current authenticator works until you finish.${endedSessions(sessionCount)} Backup codes stay the same.`}
      onCancel={() => process.busy || onClose()}
    >
      <ReplacementSteps process={process} />
      <Button variant="quiet" className="mt-2 w-full" disabled={process.busy} onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}

function ReplacementSteps({ process }: { readonly process: ReturnType<typeof useAuthenticatorReplacement> }) {
  const { state, start, enterNewCode, confirm } = process;
  switch (state.step) {
    case 'loading':
      return (
        <div className="flex h-64 items-center justify-center text-ink-faint">
          <Spinner label="Preparing setup" />
        </div>
      );
    case 'failed':
      return <SetUpFailed error={state.error} onRetry={start} />;
    case 'scan':
      return (
        <SetUpSteps
          setup={state.setup}
          problem={state.problem}
          submitLabel="Continue"
          onCode={enterNewCode}
        />
      );
    case 'confirm':
      return (
        <div className="grid grid-cols-1 gap-3">
          <h2 className="text-base text-ink">
            <span className="text-ink-quiet">3.</span> Enter a code from your current authenticator
          </h2>
          <CodeForm key="confirm" submitLabel="Replace authenticator" onSubmit={confirm} />
        </div>
      );
  }
}

function endedSessions(count: number | undefined): string {
  if (count === undefined) {
    return ' Your other sessions will then be logged out.';
  }
  if (count <= 1) {
    return '';
  }
  return count === 2
    ? ' Your other session will then be logged out.'
    : ` Your ${count - 1} other sessions will then be logged out.`;
}
