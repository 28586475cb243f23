import { NewPasswordFields } from '../../domain/new-password/new-password-fields.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { PasswordField } from '../../shared/ui/field/password-field.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { useChangePassword } from './use-change-password.ts';

interface ChangePasswordDialogProps {
  /** Number of the administrator's sessions. All except this one will end. */
  readonly sessionCount: number | undefined;
  readonly onClose: () => void;
}

export function ChangePasswordDialog({ sessionCount, onClose }: ChangePasswordDialogProps) {
  const { currentField, newPassword, failure, busy, submit } = useChangePassword(onClose);
  return (
    <Dialog
      title="Change password"
      description={endedSessions(sessionCount)}
      onCancel={() => busy || onClose()}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <PasswordField
          label="Current Password"
          name="currentPassword"
          required
          autoComplete="current-password"
          {...currentField}
        />
        <NewPasswordFields newPassword={newPassword} />
        <p role="alert" className="text-bad text-sm empty:hidden">
          {failure}
        </p>
        <ButtonRow reversed>
          <Button
            type="submit"
            size="lg"
            busy={busy}
            // Keep the focus, because a validation message shown on blur would move the button during the click.
            onMouseDown={(event) => event.preventDefault()}
          >
            Change password
          </Button>
          <Button variant="secondary" size="lg" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function endedSessions(sessionCount: number | undefined): string {
  if (sessionCount === undefined || sessionCount === 0) {
    return 'All your other sessions will be logged out.';
  }
  if (sessionCount === 1) {
    return "You'll stay signed in on this device.";
  }
  return sessionCount === 2
    ? 'Your other session will be logged out.'
    : `Your ${sessionCount - 1} other sessions will be logged out.`;
}
