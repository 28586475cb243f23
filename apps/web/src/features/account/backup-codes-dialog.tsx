import { BackupCodesPanel } from '../../domain/backup-codes/backup-codes-panel.tsx';
import { SaveReminder } from '../../domain/backup-codes/save-reminder.tsx';
import { useSaveReminder } from '../../domain/backup-codes/use-save-reminder.ts';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';

interface BackupCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new backup codes. Only Continue closes it, so that a stray key press or click cannot hide them. */
export function BackupCodesDialog({ codes, onClose }: BackupCodesDialogProps) {
  const { shown, remind } = useSaveReminder();
  return (
    <Dialog
      title="Backup codes"
      description="Use these codes if you lose your authenticator app. Each works once."
      onCancel={remind}
    >
      <BackupCodesPanel codes={codes} onContinue={onClose} />
      <SaveReminder shown={shown} />
    </Dialog>
  );
}
