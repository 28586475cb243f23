import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx';
import { RegenerateBackupCodesDialog } from './regenerate-backup-codes-dialog.tsx';
import { ReplaceAuthenticatorDialog } from './replace-authenticator-dialog.tsx';
import { SetUpTwoFactorDialog } from './set-up-two-factor-dialog.tsx';

export type TwoFactorPurpose = 'set-up' | 'disable' | 'regenerate' | 'replace';

interface TwoFactorDialogProps {
  readonly purpose: TwoFactorPurpose;
  /** Number of open sessions. */
  readonly sessionCount: number | undefined;
  readonly backupCodesRemaining: number | undefined;
  readonly onClose: () => void;
}

export function TwoFactorDialog({ purpose, onClose, ...counts }: TwoFactorDialogProps) {
  switch (purpose) {
    case 'set-up':
      return <SetUpTwoFactorDialog onClose={onClose} />;
    case 'disable':
      return <DisableTwoFactorDialog {...counts} onClose={onClose} />;
    case 'replace':
      return <ReplaceAuthenticatorDialog sessionCount={counts.sessionCount} onClose={onClose} />;
    case 'regenerate':
      return <RegenerateBackupCodesDialog onClose={onClose} />;
  }
}
