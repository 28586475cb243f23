import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { MenuItem } from '../domain/shell/menu-item.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { toast } from '../shared/ui/overlay/toast.ts';

/** Prefetches the code of all menu screens and of toasts while idle, so that no click waits for it. */
export function usePrefetchScreens(menu: readonly MenuItem[], signedIn: boolean): void {
  const router = useRouter();

  useEffect(() => {
    if (!signedIn) {
      return undefined;
    }
    return whenIdle(() => {
      toast.prefetch();
      for (const { path } of menu) {
        // A click on the entry retries.
        router.preloadRoute({ to: path }).catch(() => undefined);
      }
    });
  }, [menu, signedIn, router]);
}
