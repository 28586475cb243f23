import { TwoFactorSetUp } from '../../domain/two-factor/two-factor-set-up.tsx';
import { useTwoFactorSetup } from '../../domain/two-factor/use-two-factor-setup.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { BackupCodesDialog } from './backup-codes-dialog.tsx';

/** Sets up two-factor authentication. Cannot close while a code is submitted, so that the backup codes are shown. */
export function SetUpTwoFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const process = useTwoFactorSetup('Failed to setup 2FA');
  if (process.state.status === 'enabled') {
    return <BackupCodesDialog codes={process.state.backupCodes} onClose={onClose} />;
  }
  return (
    <Dialog title="Set up two-factor authentication" onCancel={() => process.enabling || onClose()}>
      <TwoFactorSetUp process={process} />
      <Button variant="quiet" className="mt-2 w-full" disabled={process.enabling} onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
