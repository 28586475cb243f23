import type { SeriesRange } from '@halyard/contract/overview';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OpenExceptionsLink } from '../../domain/exceptions/open-exceptions-link.tsx';
import { useGettingStarted, usePlacement } from '../../domain/getting-started/use-getting-started.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { useTrueFor } from '../../shared/lib/use-true-for.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { ScreenHeading } from '../../shared/ui/screen-heading.tsx';
import { BackupCodesWarning } from './backup-codes-warning.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { FigureLinks } from './figure-links.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { backupCodesQuery, overviewQuery } from './overview-queries.ts';
import { LazyRevenueBreakdown } from './revenue/lazy-revenue-breakdown.tsx';
import { useSeries } from './use-series.ts';

/** Maximum time that the figures wait for the trends and the warning, to appear together with them. */
const FIGURES_WAIT_MS = 500;

interface OverviewPageProps {
  readonly state: DashboardSearch;
  readonly onChange: (state: DashboardSearch) => void;
}

export function OverviewPage({ state, onChange }: OverviewPageProps) {
  const api = useApi();
  const overview = useQuery(overviewQuery(api));
  const backupCodes = useQuery(backupCodesQuery(api));
  const gettingStarted = useGettingStarted();
  const range: SeriesRange = state.range ?? '30d';
  const view = useSeries(state);
  const isComplete = view.kind !== 'loading' && !backupCodes.isPending && gettingStarted !== undefined;
  // Figures stay visible during a refetch.
  const [isShown, setIsShown] = useState(false);
  const waitIsOver = useTrueFor(overview.isSuccess && !isComplete && !isShown, FIGURES_WAIT_MS);
  const figures = isComplete || waitIsOver || isShown ? overview.data : undefined;
  if (figures && !isShown) {
    setIsShown(true);
  }

  const hasContent = figures !== undefined || overview.isError;

  // In a narrow window, a late warning above the figures would shift them.
  const [isLate, setIsLate] = useState(false);
  if (hasContent && backupCodes.isPending && !isLate) {
    setIsLate(true);
  }

  // Exceptions and the revenue breakdown load after the figures, which they must not delay.
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => (hasContent ? whenIdle(() => setIsIdle(true), 0) : undefined), [hasContent]);

  const [stepsAbove, stepsBelow] = usePlacement(gettingStarted, hasContent);

  return (
    <div className="grid gap-4 p-(--gutter) md:gap-6">
      <ScreenHeading title={SCREEN_HEADINGS['/dashboard']}>
        {hasContent ? (
          <BackupCodesWarning remaining={backupCodes.data} className={isLate ? 'max-lg:hidden' : ''} />
        ) : null}
        {isIdle ? (
          <OpenExceptionsLink of={{}} withUsd>
            {(link) => <p className="max-lg:hidden">{link}</p>}
          </OpenExceptionsLink>
        ) : null}
      </ScreenHeading>
      {stepsAbove}
      {overview.isError && !overview.data ? (
        <LoadError title="Couldn't load dashboard figures" read={overview} />
      ) : (
        <FigureLinks isNeeded={isIdle}>
          <OverviewFigures
            overview={figures}
            view={overview.data ? view : { kind: 'loading' }}
            range={range}
            onRange={(chosen) => onChange({ range: chosen === '30d' ? undefined : chosen })}
          />
        </FigureLinks>
      )}
      {isLate ? <BackupCodesWarning remaining={backupCodes.data} className="lg:hidden" /> : null}
      {isIdle ? (
        <OpenExceptionsLink of={{}} withUsd>
          {(link) => <p className="flex min-h-5 lg:hidden">{link}</p>}
        </OpenExceptionsLink>
      ) : null}
      {stepsBelow}
      <LazyRevenueBreakdown isNeeded={isIdle} state={state} onChange={onChange} />
    </div>
  );
}
