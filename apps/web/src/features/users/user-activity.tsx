import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { AuditTimeline } from '../../domain/audit-entry/audit-timeline.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ProgressLine } from '../../shared/ui/list/progress-line.tsx';
import { SkeletonRows } from '../../shared/ui/list/skeleton-rows.tsx';
import { useRefetchIndicator } from '../../shared/ui/list/use-refetch-indicator.ts';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { userActivityQuery } from './user-panel-queries.ts';

export function UserActivity({ uuid }: { readonly uuid: string }) {
  const activity = useQuery(userActivityQuery(useApi(), uuid));
  const { data, isError } = activity;
  const refetching = useRefetchIndicator(activity);
  if (isError && !data) {
    return <LoadError title="Couldn't load activity" read={activity} />;
  }
  if (!data) {
    return <SkeletonRows count={4} height="h-10" />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title="No activity yet"
        hint="Audit entries about this user will appear here"
      />
    );
  }
  return (
    <>
      <ProgressLine refetching={refetching} />
      <AuditTimeline label="Activity" entries={data} />
    </>
  );
}
