import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ADMIN_MENU } from '../domain/shell/admin-menu.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { toast } from '../shared/ui/overlay/toast.ts';

/** Fetches the code of every screen of the menu, and of toasts, once nothing else is to do: no press waits for it. */
export function useWarmScreens(signedIn: boolean): void {
  const router = useRouter();

  useEffect(() => {
    if (!signedIn) {
      return undefined;
    }
    return whenIdle(() => {
      toast.prefetch();
      for (const { path } of ADMIN_MENU) {
        // Who follows the entry tries again.
        router.preloadRoute({ to: path }).catch(() => undefined);
      }
    });
  }, [signedIn, router]);
}
