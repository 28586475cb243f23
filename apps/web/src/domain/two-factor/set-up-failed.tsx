import { ApiError } from '../../shared/api/api-error.ts';
import { listsErrors } from '../../shared/api/failure-notice.ts';
import { useOnReconnect } from '../../shared/lib/use-on-reconnect.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';

interface SetUpFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Error of a set-up that could not start or that the server ended. */
export function SetUpFailed({ error, onRetry }: SetUpFailedProps) {
  useOnReconnect(onRetry);
  const reason =
    error instanceof ApiError && error.hasServerMessage && !listsErrors(error)
      ? error.message
      : 'Something went wrong. Please try again.';
  return (
    <Alert variant="destructive" title="Setup can't continue">
      <p className="mt-1 text-base text-ink-quiet [overflow-wrap:anywhere]">{reason}</p>
      <Button variant="secondary" className="mt-3" onClick={onRetry}>
        Start again
      </Button>
    </Alert>
  );
}
