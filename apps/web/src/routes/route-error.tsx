import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reloadOnce, retryRender } from '../shared/lib/new-version.ts';
import { useStore } from '../shared/lib/use-store.ts';
import { ErrorFallback } from '../shared/ui/error-fallback.tsx';

/** Default error screen of a route. Reloading is safe, because there is no input to lose. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const shown = error instanceof Error ? error : new Error(String(error));
  const isOutdated = useStore(router.options.context.outdated);

  useEffect(() => {
    if (isOutdated) {
      reloadOnce();
    }
  }, [isOutdated]);

  return (
    <ErrorFallback
      error={shown}
      onRetry={() =>
        retryRender(shown, () => {
          reset();
          void router.invalidate();
        })
      }
    />
  );
}
