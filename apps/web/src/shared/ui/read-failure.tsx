import { failureOf } from '../query/failure-of.ts';
import { ErrorState } from './error-state.tsx';

export interface FailedRead {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface ReadFailureProps {
  /** What could not be read. */
  readonly title: string;
  readonly read: FailedRead;
}

/** In the place of what could not be read. */
export function ReadFailure({ title, read }: ReadFailureProps) {
  return (
    <ErrorState
      title={title}
      {...failureOf(read.error)}
      retrying={read.isFetching}
      onRetry={() => read.refetch()}
    />
  );
}
