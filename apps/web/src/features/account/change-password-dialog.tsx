import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { NewPasswordFields } from '../../domain/new-password/new-password-fields.tsx';
import { useNewPassword } from '../../domain/new-password/use-new-password.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { useSessionState } from '../../domain/session/use-session.ts';
import { twoFactorStatusQuery } from '../../domain/two-factor/two-factor-status-query.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { PasswordField } from '../../shared/ui/field/password-field.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { accountSessionsQuery } from './account-queries.ts';
import { changePasswordProblem } from './change-password-problem.ts';

const MESSAGES = {
  required: 'Please enter a new password',
  confirmationRequired: 'Please confirm your new password',
};
const CURRENT_REQUIRED = 'Please enter your current password';

interface ChangePasswordDialogProps {
  /** How many sessions the administrator has open, where it is known: all but this one will end. */
  readonly sessionCount: number | undefined;
  readonly onClose: () => void;
}

/** Stays with what was typed until the password is changed, also while a code is asked for over it. */
export function ChangePasswordDialog({ sessionCount, onClose }: ChangePasswordDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const session = useSessionState();
  const [current, setCurrent] = useState('');
  const [currentProblem, setCurrentProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const newPassword = useNewPassword({
    email: session.status === 'signed-in' ? session.administrator.email : '',
    messages: MESSAGES,
    differentFrom: current,
  });

  function changeCurrent({ target }: ChangeEvent<HTMLInputElement>) {
    setCurrent(target.value);
    setCurrentProblem(currentProblem === undefined || target.value !== '' ? undefined : CURRENT_REQUIRED);
  }

  function showCurrentProblem(message: string) {
    setCurrentProblem(message);
    currentField.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) {
      return;
    }
    setFailure(undefined);
    setCurrentProblem(undefined);
    const password = newPassword.check();
    if (current === '') {
      showCurrentProblem(CURRENT_REQUIRED);
    } else if (password !== undefined) {
      setBusy(true);
      await change(password).finally(() => setBusy(false));
    }
  }

  async function change(password: string) {
    try {
      await api.post('/auth/password/change', {
        body: { currentPassword: current, newPassword: password },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_password'],
      });
    } catch (error) {
      show(error);
      return;
    }
    toast.success('Password changed successfully!');
    void queryClient.invalidateQueries(accountSessionsQuery(api));
    // The step-up may have taken a backup code.
    void queryClient.invalidateQueries(twoFactorStatusQuery(api));
    onClose();
  }

  function show(error: unknown) {
    if (error instanceof ApiError && newPassword.showServerErrors(error.errors)) {
      return;
    }
    const { field, message } = changePasswordProblem(error);
    if (field === 'currentPassword') {
      showCurrentProblem(message);
    } else {
      setFailure(message);
    }
  }

  return (
    <Dialog title="Change password" description={signedOut(sessionCount)} onCancel={() => busy || onClose()}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <PasswordField
          ref={currentField}
          label="Current Password"
          name="currentPassword"
          required
          autoComplete="current-password"
          value={current}
          error={currentProblem}
          onChange={changeCurrent}
        />
        <NewPasswordFields
          newPassword={newPassword}
          labels={{ password: 'New Password', confirmation: 'Confirm Password' }}
        />
        <p role="alert" className="text-bad text-sm empty:hidden">
          {failure}
        </p>
        <ButtonRow reversed>
          <Button
            type="submit"
            size="lg"
            busy={busy}
            // The focus stays in its field: a message that it left there would move the button away under the press.
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

function signedOut(sessionCount: number | undefined): string {
  if (sessionCount === undefined || sessionCount === 0) {
    return 'All your other sessions will be logged out.';
  }
  if (sessionCount === 1) {
    return 'You stay signed in on this device.';
  }
  return sessionCount === 2
    ? 'Your other session will be logged out.'
    : `Your ${sessionCount - 1} other sessions will be logged out.`;
}
