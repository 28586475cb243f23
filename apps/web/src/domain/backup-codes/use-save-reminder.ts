import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Blocks Back and Reload while new backup codes are shown, and reminds the user to save them. An ended session still
 * returns to /login. `release` allows leaving the screen.
 */
export function useSaveReminder() {
  const { history } = useRouter();
  const [shown, setShown] = useState(false);
  const unblock = useRef<() => void>(undefined);
  const remind = useCallback(() => setShown(true), []);

  useEffect(() => {
    unblock.current = history.block({
      blockerFn: ({ action, nextLocation }) => {
        // Back may also go to /login, from which the mandatory set-up was opened.
        const isRedirect = action === 'PUSH' || action === 'REPLACE';
        const stays = !(isRedirect && nextLocation.pathname === '/login');
        if (stays) {
          remind();
        }
        return stays;
      },
      enableBeforeUnload: true,
    });
    return () => unblock.current?.();
  }, [history, remind]);

  return { shown, remind, release: () => unblock.current?.() };
}
