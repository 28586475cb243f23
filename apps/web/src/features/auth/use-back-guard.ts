import type { RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Brings whoever goes back from the sign-in screen back to it. A second entry for the same screen in the
 * history keeps "back" within this page, where it can be answered.
 */
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
