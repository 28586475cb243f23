import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ADMIN_MENU } from '../domain/shell/admin-menu.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { toast } from '../shared/ui/overlay/toast.ts';

/** Prefetches the code of all menu screens and of toasts while idle, so that no click waits for it. */
export function usePrefetchScreens(signedIn: boolean): void {
  const router = useRouter();

  useEffect(() => {
    if (!signedIn) {
      return undefined;
    }
    return whenIdle(() => {
      toast.prefetch();
      for (const { path } of ADMIN_MENU) {
        // A click on the entry retries.
        router.preloadRoute({ to: path }).catch(() => undefined);
      }
    });
  }, [signedIn, router]);
}
