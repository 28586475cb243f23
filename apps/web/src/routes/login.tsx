import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { administratorIn } from '../domain/session/session.ts';
import type { LoginNavigation } from '../features/auth/login-navigation.ts';
import { LoginPage } from '../features/auth/login-page.tsx';

export function Login() {
  const router = useRouter();
  const [navigation] = useState<LoginNavigation>(() => ({
    history: router.history,
    sessionHasEnded: () =>
      router.history.location.state.loggedOut === true &&
      administratorIn(router.options.context.session.state.get()) === undefined,
    prefetch: () => router.preloadRoute({ to: '/verify-otp' }),
    navigate: (to, state = {}) => router.navigate({ to, state }),
  }));
  return <LoginPage navigation={navigation} />;
}
