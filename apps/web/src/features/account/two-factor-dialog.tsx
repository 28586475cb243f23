import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx';
import { RegenerateBackupCodesDialog } from './regenerate-backup-codes-dialog.tsx';
import { SetUpTwoFactorDialog } from './set-up-two-factor-dialog.tsx';

export type TwoFactorPurpose = 'set-up' | 'disable' | 'regenerate';

interface TwoFactorDialogProps {
  readonly purpose: TwoFactorPurpose;
  /** Number of sessions that end on disabling. */
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
    case 'regenerate':
      return <RegenerateBackupCodesDialog onClose={onClose} />;
  }
}
