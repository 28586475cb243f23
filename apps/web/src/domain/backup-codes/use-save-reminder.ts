import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

interface SaveReminder {
  /** Whether somebody has tried to leave. */
  readonly shown: boolean;
  readonly remind: () => void;
  /** Lets the screen be left. */
  readonly letGo: () => void;
}

/**
 * Blocks Back and Reload while new backup codes are shown, and reminds the user to save them. An ended session still
 * returns to /login.
 */
export function useSaveReminder(): SaveReminder {
  const { history } = useRouter();
  const [shown, setShown] = useState(false);
  const unblock = useRef<() => void>(undefined);
  const remind = useCallback(() => setShown(true), []);

  useEffect(() => {
    unblock.current = history.block({
      blockerFn: ({ action, nextLocation }) => {
        // Back may lead to /login too: that is where the forced set-up is come to from.
        const isSent = action === 'PUSH' || action === 'REPLACE';
        const stays = !(isSent && nextLocation.pathname === '/login');
        if (stays) {
          remind();
        }
        return stays;
      },
      enableBeforeUnload: true,
    });
    return () => unblock.current?.();
  }, [history, remind]);

  return { shown, remind, letGo: () => unblock.current?.() };
}
