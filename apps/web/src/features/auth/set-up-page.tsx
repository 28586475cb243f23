import { useNavigate } from '@tanstack/react-router';
import { BackupCodesPanel } from '../../domain/backup-codes/backup-codes-panel.tsx';
import { SaveReminder } from '../../domain/backup-codes/save-reminder.tsx';
import { useSaveReminder } from '../../domain/backup-codes/use-save-reminder.ts';
import { useSession } from '../../domain/session/use-session.ts';
import { TwoFactorSetUp } from '../../domain/two-factor/two-factor-set-up.tsx';
import { useTwoFactorSetup } from '../../domain/two-factor/use-two-factor-setup.ts';
import { Button } from '../../shared/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { SignInEnded } from './sign-in-ended.tsx';

export function SetUpPage() {
  const session = useSession();
  const process = useTwoFactorSetup('Failed to initialize 2FA setup');

  if (process.state.status === 'enabled') {
    return <NewBackupCodes codes={process.state.backupCodes} />;
  }
  return (
    <AuthLayout
      title="Set up 2FA"
      tall
      description="Two-factor authentication is mandatory for every account."
      aside={
        // Disabled during a submission, because success shows the backup codes only once.
        <Button
          variant="quiet"
          className="-my-2 -mr-3"
          disabled={process.enabling}
          onClick={() => session.logout()}
        >
          Logout
        </Button>
      }
    >
      {process.state.status === 'ended' ? <SignInEnded /> : <TwoFactorSetUp process={process} />}
    </AuthLayout>
  );
}

/** Shows the backup codes once. Only Continue leaves the page. */
function NewBackupCodes({ codes }: { readonly codes: readonly string[] }) {
  const navigate = useNavigate();
  const { shown, release } = useSaveReminder();

  function finish() {
    release();
    void navigate({ to: '/dashboard', state: { reloadAdministrator: true }, replace: true });
  }

  return (
    <AuthLayout
      title="Set up 2FA"
      description="Use these codes if you lose your authenticator app. Each works once."
    >
      <BackupCodesPanel codes={codes} onContinue={finish} />
      <SaveReminder shown={shown} />
    </AuthLayout>
  );
}
