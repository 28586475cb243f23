import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { AuditTimeline } from '../../domain/audit-entry/audit-timeline.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { failureOf } from '../../shared/lib/failure-of.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { ProgressLine } from '../../shared/ui/progress-line.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { userActivityQuery } from './user-queries.ts';

const PLACES = ['first', 'second', 'third', 'fourth'];

/** What was done to a user of late. */
export function UserActivity({ uuid }: { readonly uuid: string }) {
  const { data, error, isFetching, isError, dataUpdatedAt, refetch } = useQuery(
    userActivityQuery(useApi(), uuid),
  );
  if (isError && !data) {
    return (
      <ErrorState
        title="The activity could not be read"
        {...failureOf(error)}
        retrying={isFetching}
        onRetry={refetch}
      />
    );
  }
  if (!data) {
    return (
      <div className="grid gap-6">
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-10 w-full" />
        ))}
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title="No activity yet"
        hint="What administrators do to this user will appear here"
      />
    );
  }
  return (
    <>
      <ProgressLine active={isFetching} />
      <AuditTimeline label="Activity" entries={data} readAt={new Date(dataUpdatedAt)} />
    </>
  );
}
