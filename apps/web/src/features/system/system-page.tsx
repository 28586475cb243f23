import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { useWhileActive } from '../../shared/lib/use-while-active.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { ScreenHeading } from '../../shared/ui/screen-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import type { ParsedSystem } from './parse-system.ts';
import { SystemArea } from './system-area.tsx';
import { AREA_LABELS, STATE_LABELS, summaryOf, worstState } from './system-labels.ts';
import { systemQuery } from './system-queries.ts';

const REFRESH_MS = 30_000;
const AREAS = Object.entries(AREA_LABELS);

/** The state of the installation, measured again every 30 seconds while somebody uses the page. */
export function SystemPage() {
  const system = useQuery(systemQuery(useApi()));
  const { data, isError, isFetching, refetch } = system;
  useWhileActive(REFRESH_MS, () => void refetch());

  return (
    <div className="grid gap-4 p-(--gutter) md:gap-6">
      <ScreenHeading title={SCREEN_HEADINGS['/system']} note={<Summary system={data} />}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-quiet text-sm">
          {data ? (
            <span>
              Last measured: <Timestamp instant={data.measuredAt} aged />
            </span>
          ) : null}
          <Button variant="secondary" busy={isFetching && data !== undefined} onClick={() => void refetch()}>
            Refresh
          </Button>
        </div>
      </ScreenHeading>
      {isError && data ? (
        <Alert variant="warning" title="Couldn't refresh">
          <p className="mt-0.5 text-ink-quiet text-sm">
            These are the last known values. The next try is in 30 seconds.
          </p>
        </Alert>
      ) : null}
      {isError && !data ? (
        <LoadError title="Couldn't load the state of the system" read={system} />
      ) : (
        <div className="grid items-start gap-4 md:gap-6 xl:grid-cols-2">
          {data ? <Areas system={data} /> : AREAS.slice(0, 6).map(([area]) => <LoadingArea key={area} />)}
        </div>
      )}
    </div>
  );
}

function Summary({ system }: { readonly system: ParsedSystem | undefined }) {
  return (
    <output>
      {system ? (
        <StatusBadge tone={STATE_LABELS[worstState(system.checks)].tone}>
          {summaryOf(system.checks)}
        </StatusBadge>
      ) : null}
    </output>
  );
}

function Areas({ system }: { readonly system: ParsedSystem }) {
  return AREAS.map(([area, title]) => {
    const checks = system.checks.filter((check) => check.area === area);
    return checks.length > 0 ? <SystemArea key={area} title={title} checks={checks} /> : null;
  });
}

function LoadingArea() {
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface-raised p-4 md:p-5">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}
