import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { CodeForm } from '../../domain/step-up/code-form.tsx';
import { codeProblem, endsSignIn } from '../../domain/step-up/code-problem.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SignInEnded } from './sign-in-ended.tsx';
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts';

export function VerifyPage() {
  const api = useApi();
  const navigate = useNavigate();
  const [ended, setEnded] = useState(false);
  const [busy, setBusy] = useState(false);
  const openHome = () => navigate({ to: '/', state: { reloadAdministrator: true }, replace: true });
  useSignInElsewhere(openHome);

  async function verify(code: string) {
    setBusy(true);
    try {
      await api.post('/auth/2fa/verify', {
        body: { code },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_code'],
      });
    } catch (error) {
      setBusy(false);
      setEnded(endsSignIn(error));
      return codeProblem(error);
    }
    toast.success('Authentication successful');
    await openHome();
    return undefined;
  }

  if (ended) {
    return (
      <AuthLayout title="Verify">
        <SignInEnded />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Verify"
      description="Enter the code from your authenticator app, or one of your backup codes."
    >
      <CodeForm submitLabel="Verify" onSubmit={verify}>
        <Button variant="secondary" size="lg" disabled={busy} onClick={() => navigate({ to: '/login' })}>
          Cancel
        </Button>
      </CodeForm>
    </AuthLayout>
  );
}
