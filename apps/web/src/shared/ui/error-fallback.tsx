import { useOnReconnect } from '../lib/use-on-reconnect.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface ErrorFallbackProps {
  readonly error: Error;
  /** Clears the error, so that React renders again. */
  readonly onRetry: () => void;
}

/** Replaces a component that failed to render, and retries after a reconnect. React has already logged the error. */
export function ErrorFallback({ error, onRetry }: ErrorFallbackProps) {
  useOnReconnect(onRetry);

  return (
    <div className="mx-auto w-full max-w-lg p-4 md:p-6">
      <Alert variant="destructive" title="Something went wrong">
        <p className="mt-1 text-base text-ink-quiet [overflow-wrap:anywhere]">{error.message}</p>
        <Button variant="secondary" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    </div>
  );
}
