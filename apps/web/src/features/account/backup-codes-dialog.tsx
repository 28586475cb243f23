import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { BackupCodesPanel } from '../../domain/backup-codes/backup-codes-panel.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

interface BackupCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New backup codes, which only Continue closes: nothing pressed by accident takes them away unseen. */
export function BackupCodesDialog({ codes, onClose }: BackupCodesDialogProps) {
  const [reminded, setReminded] = useState(false);
  const remind = useCallback(() => setReminded(true), []);
  useStay(remind);
  return (
    <Dialog
      title="Backup codes"
      description="Each of these codes signs you in once if you lose your authenticator."
      onCancel={remind}
    >
      <BackupCodesPanel codes={codes} onContinue={onClose} />
      <output className="mt-3 block min-h-5 text-center text-ink-quiet text-sm">
        {reminded ? 'Press Continue once you have saved the codes.' : null}
      </output>
    </Dialog>
  );
}

/** Keeps the screen against the browser's Back and Reload; a session that has ended leads to /login all the same. */
function useStay(onAttempt: () => void) {
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        blockerFn: ({ nextLocation }) => {
          const stays = nextLocation.pathname !== '/login';
          if (stays) {
            onAttempt();
          }
          return stays;
        },
        enableBeforeUnload: true,
      }),
    [history, onAttempt],
  );
}
