import { failureOf } from '../../shared/query/failure-of.ts';
import { Button } from '../../shared/ui/button.tsx';

interface SectionLoadErrorProps {
  readonly title: string;
  readonly query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}

export function SectionLoadError({ title, query }: SectionLoadErrorProps) {
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
