import { failureOf } from '../../shared/query/failure-of.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import type { ResetToken } from './reset-token.ts';
import { useResetLink } from './use-reset-link.ts';

interface ResetPasswordPageProps {
  readonly resetToken: ResetToken;
}

export function ResetPasswordPage({ resetToken }: ResetPasswordPageProps) {
  const { token, state, check, reject } = useResetLink(resetToken);
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
        <ResetPasswordForm
          token={token}
          email={state.email}
          onInvalidLink={reject}
          onDone={resetToken.clear}
        />
      ) : null}
    </AuthLayout>
  );
}
