import type { TwoFactorSetup } from '@halyard/contract/auth';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BackupCodesPanel } from '../../domain/backup-codes/backup-codes-panel.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';
import { codeProblem } from '../../domain/step-up/code-problem.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SetUpFailed } from './set-up-failed.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import { endsSignIn, SignInEnded } from './sign-in-ended.tsx';
import { useTwoFactorSetup } from './use-two-factor-setup.ts';

/** The set-up of two factors that every account has to pass. What is secret lives in this component only. */
export function SetUpPage() {
  const api = useApi();
  const session = useSession();
  const navigate = useNavigate();
  const setup = useTwoFactorSetup();
  const [savedCodes, setSavedCodes] = useState<readonly string[]>();

  async function enable(code: string, { secret, backupCodes }: TwoFactorSetup) {
    try {
      await api.post('/auth/2fa/enable', {
        body: { code, secret, backupCodes },
        ownMessageFor: REFUSALS,
      });
    } catch (error) {
      if (endsSignIn(error) || (error instanceof ApiError && error.status === 'setup_mismatch')) {
        toast.error('Failed to setup 2FA');
        setup.fail(error);
        return undefined;
      }
      const problem = codeProblem(error);
      if (problem.kind === 'untried') {
        toast.error('Failed to setup 2FA');
      }
      return problem;
    }
    toast.success('Two-factor authentication enabled');
    setSavedCodes(backupCodes);
    return undefined;
  }

  if (savedCodes) {
    return (
      <AuthLayout
        title="Set up 2FA"
        description="Each of these codes signs you in once, should you lose your authenticator."
      >
        <BackupCodesPanel
          codes={savedCodes}
          onContinue={() => navigate({ to: '/dashboard', state: { reloadAdministrator: true } })}
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Set up 2FA"
      description="Two-factor authentication is mandatory for every account."
      aside={
        <Button variant="quiet" className="-my-2 -mr-3" onClick={() => session.logout()}>
          Logout
        </Button>
      }
    >
      {setup.state.status === 'loading' ? (
        <div className="flex h-64 items-center justify-center text-ink-faint">
          <Spinner label="Preparing the set-up" />
        </div>
      ) : null}
      {setup.state.status === 'ready' ? <SetUpSteps setup={setup.state.setup} onCode={enable} /> : null}
      {setup.state.status === 'ended' ? <SignInEnded /> : null}
      {setup.state.status === 'failed' ? (
        <SetUpFailed error={setup.state.error} onRetry={setup.begin} />
      ) : null}
    </AuthLayout>
  );
}
