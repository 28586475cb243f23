import { failureOf } from '../../shared/query/failure-of.ts';
import { Button } from '../../shared/ui/button.tsx';

interface NotReadProps {
  /** What could not be read. */
  readonly title: string;
  readonly query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}

/** In the place of a small part of the panel that could not be read. */
export function NotRead({ title, query }: NotReadProps) {
  return (
    <div role="alert" className="flex items-center justify-between gap-4 text-sm">
      <p>
        <span className="block">{title}</span>
        <span className="text-ink-quiet">{failureOf(query.error).reason}</span>
      </p>
      <Button variant="secondary" busy={query.isFetching} onClick={() => query.refetch()}>
        Retry
      </Button>
    </div>
  );
}
