import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';
import { type CodeProblem, codeProblem } from '../../domain/step-up/code-problem.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { CodeDialog } from './code-dialog.tsx';

interface DisableTwoFactorDialogProps {
  readonly sessionCount: number | undefined;
  readonly backupCodesRemaining: number | undefined;
  readonly onClose: () => void;
}

/** Turns two-factor authentication off, after which the administrator is logged out. */
export function DisableTwoFactorDialog(props: DisableTwoFactorDialogProps) {
  const { sessionCount, backupCodesRemaining, onClose } = props;
  const api = useApi();
  const session = useSession();

  async function disable(code: string): Promise<CodeProblem | undefined> {
    try {
      await api.post('/auth/2fa/disable', {
        body: { code },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_code'],
      });
    } catch (error) {
      return codeProblem(error);
    }
    toast.success('Two-factor authentication disabled (you will be logged out)');
    await session.logout();
    return undefined;
  }

  return (
    <CodeDialog
      title="Disable two-factor authentication"
      description={`This ${endedSessions(sessionCount)}${lostCodes(backupCodesRemaining)}. After your next sign-in you will be asked to set it up again.`}
      submitLabel="Disable"
      danger
      onCode={disable}
      onClose={onClose}
    />
  );
}

function endedSessions(count: number | undefined): string {
  if (count === undefined) {
    return 'ends all your sessions, this one included';
  }
  return count > 1 ? `ends all ${count} of your sessions, this one included` : 'ends your session';
}

function lostCodes(remaining: number | undefined): string {
  if (!remaining) {
    return '';
  }
  return remaining === 1
    ? ', and your last backup code stops working'
    : `, and your ${remaining} backup codes stop working`;
}
