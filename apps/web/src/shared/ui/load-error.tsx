import { failureOf } from '../query/failure-of.ts';
import { ErrorState } from './error-state.tsx';

export interface FailedQuery {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadErrorProps {
  readonly title: string;
  readonly read: FailedQuery;
}

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
