import { useApi } from '../../domain/session/use-api.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';
import type { Credentials } from './login-fields.ts';
import { LoginForm } from './login-form.tsx';
import type { LoginNavigation } from './login-navigation.ts';
import { signIn } from './sign-in.ts';
import { useBackGuard } from './use-back-guard.ts';
import { useSessionCheck } from './use-session-check.ts';
import { useSignInElsewhere } from './use-sign-in-elsewhere.ts';

interface LoginPageProps {
  /** Must not change between renders. */
  readonly navigation: LoginNavigation;
}

export function LoginPage({ navigation }: LoginPageProps) {
  const api = useApi();
  const checking = useSessionCheck(navigation);
  useBackGuard(navigation.history);
  const openHome = () => navigation.navigate('/', { reloadAdministrator: true });
  useSignInElsewhere(openHome);

  async function submit(credentials: Credentials) {
    // Load the code of the next screen during the request.
    navigation.prefetch().catch(() => undefined);
    const result = await signIn(api, credentials);
    if ('failure' in result) {
      return result.failure;
    }
    if (result.next === 'verify') {
      await navigation.navigate('/verify-otp');
    } else if (result.next === 'home') {
      await openHome();
    } else {
      toast.info('Two-factor authentication is required', { description: 'Please set it up to continue.' });
      await navigation.navigate('/setup-2fa');
    }
    return undefined;
  }

  return (
    <AuthLayout
      title="Admin Sign In"
      aside={
        checking ? (
          <span className="text-ink-faint">
            <Spinner label="Checking your session" className="size-4" />
          </span>
        ) : null
      }
    >
      <LoginForm onSubmit={submit} onForgotten={() => navigation.navigate('/forgot-password')} />
    </AuthLayout>
  );
}
