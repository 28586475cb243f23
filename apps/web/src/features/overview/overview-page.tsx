import type { SeriesRange } from '@halyard/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { useTrueFor } from '../../shared/lib/use-true-for.ts';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { ScreenHeading } from '../../shared/ui/screen-heading.tsx';
import { BackupCodesWarning } from './backup-codes-warning.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { OverviewFigures } from './overview-figures.tsx';
import { backupCodesQuery, overviewQuery } from './overview-queries.ts';
import { useSeries } from './use-series.ts';

/** For so long the figures wait for what else the page shows, so that all of it comes at once. */
const WAIT_MS = 500;

interface OverviewPageProps {
  readonly state: DashboardSearch;
  readonly onChange: (state: DashboardSearch) => void;
}

export function OverviewPage({ state, onChange }: OverviewPageProps) {
  const api = useApi();
  const overview = useQuery(overviewQuery(api));
  const backupCodes = useQuery(backupCodesQuery(api));
  const range: SeriesRange = state.range ?? '30d';
  const view = useSeries(range);
  const isWhole = view.kind !== 'loading' && !backupCodes.isPending;
  // What is shown stays, also while a part of it is asked for again.
  const [isShown, setIsShown] = useState(false);
  const waitIsOver = useTrueFor(overview.isSuccess && !isWhole && !isShown, WAIT_MS);
  const figures = isWhole || waitIsOver || isShown ? overview.data : undefined;
  if (figures && !isShown) {
    setIsShown(true);
  }

  const stands = figures !== undefined || overview.isError;

  // In a narrow window the warning has a line of its own above what stands there by then, and would move it.
  const [isLate, setIsLate] = useState(false);
  if (stands && backupCodes.isPending && !isLate) {
    setIsLate(true);
  }

  return (
    <div className="grid gap-4 p-(--gutter) md:gap-6">
      <ScreenHeading title={SCREEN_HEADINGS['/dashboard']}>
        {stands ? (
          <BackupCodesWarning remaining={backupCodes.data} className={isLate ? 'max-lg:hidden' : ''} />
        ) : null}
      </ScreenHeading>
      {overview.isError && !overview.data ? (
        <LoadError title="Couldn't load dashboard figures" read={overview} />
      ) : (
        <OverviewFigures
          overview={figures}
          view={overview.data ? view : { kind: 'loading' }}
          range={range}
          onRange={(chosen) => onChange({ range: chosen === '30d' ? undefined : chosen })}
        />
      )}
      {isLate ? <BackupCodesWarning remaining={backupCodes.data} className="lg:hidden" /> : null}
    </div>
  );
}
