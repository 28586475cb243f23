import type { User } from '@halyard/contract/users';
import type { UseQueryResult } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { ApiError } from '../../shared/api/api-error.ts';
import { failureOf } from '../../shared/lib/failure-of.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';

/** In the place of a user of whom nothing is known. */
export function UserNotRead({ read }: { readonly read: UseQueryResult<User> }) {
  if (read.error instanceof ApiError && read.error.httpStatus === 404) {
    return (
      <EmptyState
        icon={<UserX />}
        title="There is no such user"
        hint="The link is not whole, or leads to a user of another platform."
      />
    );
  }
  return (
    <ErrorState
      title="This user could not be read"
      {...failureOf(read.error)}
      retrying={read.isFetching}
      onRetry={read.refetch}
    />
  );
}
