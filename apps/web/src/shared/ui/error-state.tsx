import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';

interface ErrorStateProps {
  /** What could not be shown. */
  readonly title: string;
  /** Why, as far as is known. */
  readonly reason: string;
  /** What support can look the failure up by. */
  readonly requestId?: string | undefined;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** In the place of what could not be loaded: the reason and the way to try again. */
export function ErrorState({ title, reason, requestId, retrying, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-16 text-center">
      <CircleAlert aria-hidden="true" className="mb-3 size-6 text-bad" />
      <p className="text-balance font-medium text-base text-ink">{title}</p>
      <p className="max-w-96 text-balance text-ink-quiet text-sm">{reason}</p>
      {requestId ? (
        <p className="max-w-full break-all text-ink-quiet text-xs">
          Request <span className="font-mono">{requestId}</span>
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
