import { failureOf } from '../../shared/query/failure-of.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useResetLink } from './use-reset-link.ts';

interface ResetPasswordPageProps {
  /** The link's token. It is kept in memory only, so a reload loses it. */
  readonly token: string | undefined;
}

export function ResetPasswordPage({ token }: ResetPasswordPageProps) {
  const { state, check, reject } = useResetLink(token);
  return (
    <AuthLayout title="Reset password">
      {state.status === 'checking' ? (
        <div className="flex h-64 items-center justify-center text-ink-faint">
          <Spinner label="Checking the link" />
        </div>
      ) : null}
      {state.status === 'invalid' ? (
        <Alert variant="destructive" title="This link is no longer valid">
          <p className="mt-1 text-base text-ink-quiet">
            It may have expired or already been used. You'll be redirected to request a new one.
          </p>
        </Alert>
      ) : null}
      {state.status === 'failed' ? (
        <Alert variant="destructive" title="Couldn't check the link">
          <p className="mt-1 text-base text-ink-quiet">{failureOf(state.error).reason}</p>
          <Button variant="secondary" className="mt-3" onClick={check}>
            Retry
          </Button>
        </Alert>
      ) : null}
      {state.status === 'valid' && token !== undefined ? (
        <ResetPasswordForm token={token} email={state.email} onInvalidLink={reject} />
      ) : null}
    </AuthLayout>
  );
}
