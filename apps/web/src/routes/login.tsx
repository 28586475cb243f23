import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { administratorIn } from '../domain/session/session.ts';
import { LoginPage } from '../features/auth/login-page.tsx';
import type { LoginWay } from '../features/auth/login-way.ts';

export function Login() {
  const router = useRouter();
  const [way] = useState<LoginWay>(() => ({
    history: router.history,
    sessionHasEnded: () =>
      router.history.location.state.loggedOut === true &&
      administratorIn(router.options.context.session.state.get()) === undefined,
    warmUp: () => router.preloadRoute({ to: '/verify-otp' }),
    lead: (to, state = {}) => router.navigate({ to, state }),
  }));
  return <LoginPage way={way} />;
}
