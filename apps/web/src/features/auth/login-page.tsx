import { useNavigate, useRouter } from '@tanstack/react-router';
import { useApi } from '../../domain/session/use-api.ts';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { AuthLayout } from './auth-layout.tsx';
import type { Credentials } from './login-fields.ts';
import { LoginForm } from './login-form.tsx';
import { signIn } from './sign-in.ts';
import { useBackGuard } from './use-back-guard.ts';
import { useSessionCheck } from './use-session-check.ts';

export function LoginPage() {
  const api = useApi();
  const router = useRouter();
  const navigate = useNavigate();
  const checking = useSessionCheck();
  useBackGuard();

  async function submit(credentials: Credentials) {
    // Where most sign-ins go on: fetched while the password is being checked.
    router.preloadRoute({ to: '/verify-otp' }).catch(() => undefined);
    const result = await signIn(api, credentials);
    if ('failure' in result) {
      return result.failure;
    }
    if (result.place === 'verify') {
      await navigate({ to: '/verify-otp' });
    } else if (result.place === 'home') {
      await navigate({ to: '/', state: { reloadAdministrator: true } });
    } else {
      toast.info('Two-factor authentication is required', { description: 'Please set it up to continue.' });
      await navigate({ to: '/setup-2fa' });
    }
    return undefined;
  }

  return (
    <AuthLayout
      title="Admin Sign In"
      aside={
        checking ? (
          <span className="text-ink-faint">
            <Spinner label="Checking for a session" className="size-4" />
          </span>
        ) : null
      }
    >
      <LoginForm onSubmit={submit} />
    </AuthLayout>
  );
}
