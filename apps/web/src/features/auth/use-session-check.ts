import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';

/**
 * What the sign-in screen does on load: fetches the CSRF token, and goes to / where the browser holds a
 * session already, unless it was told that the session has just ended.
 *
 * @returns whether it is still looking.
 */
export function useSessionCheck(): boolean {
  const api = useApi();
  const session = useSession();
  const navigate = useNavigate();
  const loggedOut = useRouterState({ select: ({ location }) => location.state.loggedOut === true });
  const [checking, setChecking] = useState(true);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) {
      return;
    }
    begun.current = true;
    // Where the token could not be had, the attempt to sign in fetches it again.
    const token = api.refreshCsrfToken().catch(() => undefined);
    const found = loggedOut ? Promise.resolve(false) : session.find();
    void Promise.all([found, token]).then(([signedIn]) => {
      setChecking(false);
      if (signedIn) {
        return navigate({ to: '/' });
      }
      return undefined;
    });
  }, [api, session, navigate, loggedOut]);

  return checking;
}
