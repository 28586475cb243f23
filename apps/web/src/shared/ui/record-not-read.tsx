import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { EmptyState } from './empty-state.tsx';
import { type FailedRead, ReadFailure } from './read-failure.tsx';

interface RecordNotReadProps {
  /** What was to be shown: `user`. */
  readonly noun: string;
  readonly icon: ReactNode;
  readonly read: FailedRead;
}

/** In the place of a record of which nothing is known. */
export function RecordNotRead({ noun, icon, read }: RecordNotReadProps) {
  return read.error instanceof ApiError && read.error.httpStatus === 404 ? (
    <EmptyState
      icon={icon}
      title={`There is no such ${noun}`}
      hint={`The link is incomplete, or leads to a ${noun} of another platform`}
    />
  ) : (
    <ReadFailure title={`This ${noun} could not be loaded`} read={read} />
  );
}
