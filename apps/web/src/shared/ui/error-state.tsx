import { CircleAlert } from 'lucide-react';
import { useOnReconnect } from '../lib/use-on-reconnect.ts';
import { Button } from './button.tsx';

interface ErrorStateProps {
  readonly title: string;
  readonly reason: string;
  readonly requestId?: string | undefined;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** An error with a button that retries. Retries by itself after a reconnect. */
export function ErrorState({ title, reason, requestId, retrying, onRetry }: ErrorStateProps) {
  useOnReconnect(onRetry);

  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-16 text-center">
      <CircleAlert aria-hidden="true" className="mb-3 size-6 text-bad" />
      <p className="text-balance font-medium text-base text-ink">{title}</p>
      <p className="max-w-96 text-balance text-ink-quiet text-sm">{reason}</p>
      {requestId ? (
        <p className="max-w-full break-all text-ink-quiet text-xs">
          Request{' '}
          <span translate="no" className="font-mono">
            {requestId}
          </span>
        </p>
      ) : null}
      <div className="mt-4">
        <Button variant="secondary" busy={retrying} onClick={() => onRetry()}>
          Retry
        </Button>
      </div>
    </div>
  );
}
