import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { type FailedQuery, LoadError } from './load-error.tsx';

interface RecordLoadErrorProps {
  /** The singular noun: `user`. */
  readonly noun: string;
  readonly icon: ReactNode;
  readonly read: FailedQuery;
}

/** Shown in place of a record that does not exist or failed to load. */
export function RecordLoadError({ noun, icon, read }: RecordLoadErrorProps) {
  return read.error instanceof ApiError && read.error.httpStatus === 404 ? (
    <EmptyState
      icon={icon}
      title={`There is no such ${noun}`}
      hint={`The link is incomplete, or leads to a ${noun} of another platform`}
    />
  ) : (
    <LoadError title={`This ${noun} could not be loaded`} read={read} />
  );
}
