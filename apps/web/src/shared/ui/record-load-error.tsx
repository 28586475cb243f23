import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { type FailedQuery, LoadError } from './load-error.tsx';

interface RecordLoadErrorProps {
  /** Singular noun, such as `user`. */
  readonly noun: string;
  readonly icon: ReactNode;
  readonly read: FailedQuery;
}

export function RecordLoadError({ noun, icon, read }: RecordLoadErrorProps) {
  return read.error instanceof ApiError && read.error.httpStatus === 404 ? (
    <EmptyState
      icon={icon}
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}
      hint="The link may be incomplete or outdated"
    />
  ) : (
    <LoadError title={`Couldn't load this ${noun}`} read={read} />
  );
}
