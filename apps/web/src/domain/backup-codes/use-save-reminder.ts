import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Blocks Back and Reload while new backup codes are shown, until `release`. A redirect to /login is allowed. */
export function useSaveReminder() {
  const { history } = useRouter();
  const [shown, setShown] = useState(false);
  const unblock = useRef<() => void>(undefined);
  const remind = useCallback(() => setShown(true), []);

  useEffect(() => {
    unblock.current = history.block({
      blockerFn: ({ action, nextLocation }) => {
        // Back also goes to /login if the mandatory set-up was opened from there.
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
