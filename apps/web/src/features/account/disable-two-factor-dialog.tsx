import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';
import { CodeDialog } from '../../domain/step-up/code-dialog.tsx';
import { type CodeProblem, codeProblem } from '../../domain/step-up/code-problem.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

interface DisableTwoFactorDialogProps {
  readonly sessionCount: number | undefined;
  readonly backupCodesRemaining: number | undefined;
  readonly onClose: () => void;
}

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
      description={`You'll be logged out${endedSessions(sessionCount)}${lostCodes(backupCodesRemaining)}. You'll need to set up 2FA again when you next sign in.`}
      submitLabel="Disable"
      danger
      onCode={disable}
      onClose={onClose}
    />
  );
}

function endedSessions(count: number | undefined): string {
  if (count === undefined) {
    return ' of all your sessions, including this one';
  }
  if (count <= 1) {
    return '';
  }
  return ` of ${count === 2 ? 'both' : `all ${count}`} sessions, including this one`;
}

function lostCodes(remaining: number | undefined): string {
  if (!remaining) {
    return '';
  }
  return remaining === 1
    ? ', and your last backup code will stop working'
    : `, and your ${remaining} backup codes will stop working`;
}
