import '../../domain/step-up/code-form.css';
import { useNavigate } from '@tanstack/react-router';
import { BackupCodesPanel } from '../../domain/backup-codes/backup-codes-panel.tsx';
import { useSession } from '../../domain/session/use-session.ts';
import { TwoFactorSetUp } from '../../domain/two-factor/two-factor-set-up.tsx';
import { useTwoFactorSetup } from '../../domain/two-factor/use-two-factor-setup.ts';
import { Button } from '../../shared/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { SignInEnded } from './sign-in-ended.tsx';

/** The set-up of two factors that every account has to pass. */
export function SetUpPage() {
  const session = useSession();
  const navigate = useNavigate();
  const process = useTwoFactorSetup('Failed to initialize 2FA setup');

  if (process.state.status === 'enabled') {
    return (
      <AuthLayout
        title="Set up 2FA"
        description="Each of these codes signs you in once if you lose your authenticator."
      >
        <BackupCodesPanel
          codes={process.state.backupCodes}
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
      {process.state.status === 'ended' ? <SignInEnded /> : <TwoFactorSetUp process={process} />}
    </AuthLayout>
  );
}
