import { failureOf } from '../query/failure-of.ts';
import { ErrorState } from './error-state.tsx';

export interface FailedQuery {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadErrorProps {
  /** What could not be read. */
  readonly title: string;
  readonly read: FailedQuery;
}

/** In the place of what could not be read. */
export function LoadError({ title, read }: LoadErrorProps) {
  return (
    <ErrorState
      title={title}
      {...failureOf(read.error)}
      retrying={read.isFetching}
      onRetry={() => read.refetch()}
    />
  );
}
