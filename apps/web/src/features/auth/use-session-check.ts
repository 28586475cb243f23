import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';
import { useOnMount } from '../../shared/lib/use-on-mount.ts';
import type { LoginNavigation } from './login-navigation.ts';

/** Fetches the CSRF token and opens / if a session exists. Returns whether the check is in progress. */
export function useSessionCheck({ sessionHasEnded, navigate }: LoginNavigation): boolean {
  const api = useApi();
  const session = useSession();
  const [checking, setChecking] = useState(false);

  useOnMount(() => {
    setChecking(true);
    // If this fails, signing in fetches the token again.
    const token = api.refreshCsrfToken().catch(() => undefined);
    const found = sessionHasEnded() ? Promise.resolve(false) : session.find();
    void Promise.all([found, token]).then(([signedIn]) => {
      setChecking(false);
      return signedIn ? navigate('/') : undefined;
    });
  });

  return checking;
}
