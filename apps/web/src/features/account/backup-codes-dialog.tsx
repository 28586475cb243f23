import { BackupCodesPanel } from '../../domain/backup-codes/backup-codes-panel.tsx';
import { SaveReminder } from '../../domain/backup-codes/save-reminder.tsx';
import { useSaveReminder } from '../../domain/backup-codes/use-save-reminder.ts';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';

interface BackupCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New backup codes, which only Continue closes: nothing pressed by accident takes them away unseen. */
export function BackupCodesDialog({ codes, onClose }: BackupCodesDialogProps) {
  const { shown, remind } = useSaveReminder();
  return (
    <Dialog
      title="Backup codes"
      description="Use these codes if you lose your authenticator. Each works once."
      onCancel={remind}
    >
      <BackupCodesPanel codes={codes} onContinue={onClose} />
      <SaveReminder shown={shown} />
    </Dialog>
  );
}
