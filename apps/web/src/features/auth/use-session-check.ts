import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';
import type { LoginNavigation } from './login-navigation.ts';

/**
 * What the sign-in screen does on load: fetches the CSRF token, and goes to / where the browser holds a
 * session already, unless it was told that the session has just ended.
 *
 * @returns whether it is looking: not before it runs, so that the page's HTML does not say so either.
 */
export function useSessionCheck({ sessionHasEnded, navigate }: LoginNavigation): boolean {
  const api = useApi();
  const session = useSession();
  const [checking, setChecking] = useState(false);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) {
      return;
    }
    begun.current = true;
    setChecking(true);
    // Where the token could not be had, the attempt to sign in fetches it again.
    const token = api.refreshCsrfToken().catch(() => undefined);
    const found = sessionHasEnded() ? Promise.resolve(false) : session.find();
    void Promise.all([found, token]).then(([signedIn]) => {
      setChecking(false);
      return signedIn ? navigate('/') : undefined;
    });
  }, [api, session, sessionHasEnded, navigate]);

  return checking;
}
