import { PASSWORD_RESET_DELAY_MS } from '@halyard/contract/constants';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { NewPasswordFields } from '../../domain/new-password/new-password-fields.tsx';
import { useNewPassword } from '../../domain/new-password/use-new-password.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { announceResetFailure } from './reset-failure.ts';

interface ResetPasswordFormProps {
  readonly token: string;
  /** Of the account that the link belongs to; undefined where the server does not tell. */
  readonly email: string | undefined;
  /** The server no longer takes the link. */
  readonly onInvalidLink: () => void;
}

const LABELS = { password: 'New Password', confirmation: 'Confirm Password' };
const MESSAGES = {
  required: 'Please enter a password',
  confirmationRequired: 'Please confirm your password',
};

export function ResetPasswordForm({ token, email, onInvalidLink }: ResetPasswordFormProps) {
  const api = useApi();
  const navigate = useNavigate();
  const newPassword = useNewPassword({ email: email ?? '', messages: MESSAGES });
  const [progress, setProgress] = useState<'open' | 'sending' | 'done'>('open');
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (progress !== 'done') {
      return undefined;
    }
    const leave = () => void navigate({ to: '/login', replace: true });
    const timer = setTimeout(leave, PASSWORD_RESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [progress, navigate]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFailed(false);
    const password = newPassword.check();
    if (password === undefined || progress !== 'open') {
      return;
    }
    setProgress('sending');
    try {
      await api.post('/auth/password/reset/complete', {
        body: { token, newPassword: password },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_token'],
      });
    } catch (error) {
      setProgress('open');
      explain(error);
      return;
    }
    toast.success('Password reset successfully!');
    setProgress('done');
  }

  function explain(error: unknown) {
    if (error instanceof ApiError && error.status === 'invalid_token') {
      onInvalidLink();
      return;
    }
    const said = error instanceof ApiError && newPassword.showServerErrors(error.errors);
    setFailed(!said);
    announceResetFailure(error);
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {email === undefined ? null : (
        <p className="-mt-5 text-base text-ink-quiet">
          Account: <span className="font-medium text-ink [overflow-wrap:anywhere]">{email}</span>
        </p>
      )}
      <NewPasswordFields newPassword={newPassword} labels={LABELS} />
      <p role="alert" className="text-bad text-sm empty:hidden">
        {failed ? 'Your password was not changed. Please try again.' : null}
      </p>
      <Button
        type="submit"
        size="lg"
        busy={progress !== 'open'}
        className="mt-2"
        // The focus stays in its field: a message that it left there would move the button away under the press.
        onMouseDown={(event) => event.preventDefault()}
      >
        Reset Password
      </Button>
    </form>
  );
}
