import { StrictMode, useState } from 'react';
import type { LoginNavigation } from '../features/auth/login-navigation.ts';
import { LoginPage } from '../features/auth/login-page.tsx';
import type { App } from './create-app.ts';
import { Providers } from './providers.tsx';
import type { Screens } from './screens.tsx';

interface SignInStartProps {
  readonly app: App;
}

/** Renders only the sign-in screen at first, and the whole app after the first navigation. */
export function SignInStart({ app }: SignInStartProps) {
  const [screens, setScreens] = useState<Screens>();
  const [navigation] = useState<LoginNavigation>(() => ({
    history: app.history,
    // Ignores the history state, because it is from an earlier visit.
    sessionHasEnded: () => false,
    prefetch: () => app.fetchScreens().then(({ router }) => router.preloadRoute({ to: '/verify-otp' })),
    async navigate(to, state = {}) {
      try {
        const fetched = await app.fetchScreens();
        await fetched.router.navigate({ to, state });
        setScreens(fetched);
      } catch {
        // A full page load may succeed where the import failed.
        location.assign(to);
      }
    },
  }));
  if (screens) {
    return screens.root;
  }
  return (
    <StrictMode>
      <Providers services={app.services}>
        <LoginPage navigation={navigation} />
      </Providers>
    </StrictMode>
  );
}
