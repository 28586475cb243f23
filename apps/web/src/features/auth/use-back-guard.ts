import type { RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Keeps the user on the sign-in screen on Back by adding a second history entry for it. */
export function useBackGuard(history: RouterHistory): void {
  useEffect(() => {
    const { href, state } = history.location;
    const stay = () => history.push(href, { loggedOut: state.loggedOut, staysOnBack: true });
    if (!state.staysOnBack) {
      stay();
    }
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, [history]);
}
