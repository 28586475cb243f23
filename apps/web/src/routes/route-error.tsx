import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorFallback } from '../shared/ui/error-fallback.tsx';

/** The fallback of every route that has none of its own. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorFallback
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => {
        reset();
        return router.invalidate();
      }}
    />
  );
}
