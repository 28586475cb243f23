import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { failureOf } from '../../shared/lib/failure-of.ts';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { BackupCodesWarning } from './backup-codes-warning.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { backupCodesQuery, overviewQuery } from './overview-queries.ts';

export function OverviewPage() {
  const api = useApi();
  const overview = useQuery(overviewQuery(api));
  const backupCodes = useQuery(backupCodesQuery(api));

  return (
    <div className="grid gap-4 p-(--gutter) md:gap-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="font-semibold text-xl">Dashboard</h1>
        {overview.isPending ? null : <BackupCodesWarning remaining={backupCodes.data} />}
      </div>
      {overview.isError && !overview.data ? (
        <ErrorState
          title="The figures could not be read"
          {...failureOf(overview.error)}
          retrying={overview.isFetching}
          onRetry={overview.refetch}
        />
      ) : (
        <OverviewFigures overview={overview.data} />
      )}
    </div>
  );
}
