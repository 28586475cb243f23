import { PASSWORD_RESET_DELAY_MS } from '@halyard/contract/constants';
import { type FormEvent, useState } from 'react';
import { NewPasswordFields } from '../../domain/new-password/new-password-fields.tsx';
import { RESET_MESSAGES } from '../../domain/new-password/new-password-problems.ts';
import { useNewPassword } from '../../domain/new-password/use-new-password.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { announceResetFailure } from './reset-failure.ts';
import { useDelayedNavigation } from './use-delayed-navigation.ts';

interface ResetPasswordFormProps {
  readonly token: string;
  readonly email: string | undefined;
  /** Called if the server rejects the link. */
  readonly onInvalidLink: () => void;
  readonly onDone: () => void;
}

export function ResetPasswordForm(props: ResetPasswordFormProps) {
  const { email } = props;
  const { newPassword, progress, failed, submit } = useResetPassword(props);
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {email === undefined ? null : (
        <p className="-mt-5 text-base text-ink-quiet">
          Account:{' '}
          <span translate="no" className="font-medium text-ink [overflow-wrap:anywhere]">
            {email}
          </span>
        </p>
      )}
      <NewPasswordFields newPassword={newPassword} />
      <p role="alert" className="text-bad text-sm empty:hidden">
        {failed ? "Your password wasn't changed. Please try again." : null}
      </p>
      <Button
        type="submit"
        size="lg"
        busy={progress !== 'open'}
        className="mt-2"
        // Keep the focus, because a validation message shown on blur would move the button during the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        Reset Password
      </Button>
    </form>
  );
}

function useResetPassword({ token, email = '', onInvalidLink, onDone }: ResetPasswordFormProps) {
  const api = useApi();
  const newPassword = useNewPassword({ email, messages: RESET_MESSAGES });
  const [progress, setProgress] = useState<'open' | 'sending' | 'done'>('open');
  const [failed, setFailed] = useState(false);
  useDelayedNavigation({ to: '/login', when: progress === 'done', delayMs: PASSWORD_RESET_DELAY_MS });

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
      show(error);
      return;
    }
    onDone();
    toast.success('Password reset successfully!');
    setProgress('done');
  }

  function show(error: unknown) {
    if (error instanceof ApiError && error.status === 'invalid_token') {
      onInvalidLink();
      return;
    }
    const isShown = error instanceof ApiError && newPassword.showServerErrors(error.errors);
    setFailed(!isShown);
    announceResetFailure(error);
  }

  return { newPassword, progress, failed, submit };
}
