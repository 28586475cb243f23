import { Spinner } from '../../shared/ui/spinner.tsx';
import { SetUpFailed } from './set-up-failed.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import type { TwoFactorSetupProcess } from './use-two-factor-setup.ts';

export function TwoFactorSetUp({ process }: { readonly process: TwoFactorSetupProcess }) {
  const { state, start, enable } = process;
  if (state.status === 'loading') {
    return (
      <div className="flex h-64 items-center justify-center text-ink-faint">
        <Spinner label="Preparing setup" />
      </div>
    );
  }
  if (state.status === 'failed' || state.status === 'ended') {
    return <SetUpFailed error={state.error} onRetry={start} />;
  }
  return state.status === 'ready' ? <SetUpSteps setup={state.setup} onCode={enable} /> : null;
}
