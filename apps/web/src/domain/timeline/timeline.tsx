import type { TimelineKind } from '@halyard/contract/timeline-kinds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { ProgressLine } from '../../shared/ui/list/progress-line.tsx';
import { SkeletonRows } from '../../shared/ui/list/skeleton-rows.tsx';
import { useRefetchIndicator } from '../../shared/ui/list/use-refetch-indicator.ts';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { useApi } from '../session/use-api.ts';
import { TimelineItem } from './timeline-item.tsx';
import { type TimelineOwner, timelineQuery } from './timeline-query.ts';

interface KindLabel {
  readonly value: TimelineKind;
  readonly label: string;
}

const KIND_LABELS: readonly KindLabel[] = [
  { value: 'status', label: 'Statuses' },
  { value: 'transaction', label: 'Transactions' },
  { value: 'exception', label: 'Exceptions' },
  { value: 'lock', label: 'Blocks and locks' },
  { value: 'audit', label: 'Audit entries' },
];
/** An order has no locks. */
const KIND_LABELS_OF_ORDERS = KIND_LABELS.filter(({ value }) => value !== 'lock');

export interface TimelineProps {
  readonly owner: TimelineOwner;
  /** As in the URL. Anything that is not a kind means all. */
  readonly kind: string | undefined;
  readonly onKind: (kind: TimelineKind | undefined) => void;
}

/** What happened to a record, newest first, 50 events at a time. */
export function Timeline({ owner, kind: wanted, onKind }: TimelineProps) {
  const labels = owner.type === 'orders' ? KIND_LABELS_OF_ORDERS : KIND_LABELS;
  const kind = labels.find(({ value }) => value === wanted)?.value;
  return (
    <div className="grid grid-cols-1 gap-5">
      <FilterSelect
        label="Kind of event"
        clearName="Kind"
        allLabel="All events"
        options={labels}
        value={kind}
        onChange={onKind}
      />
      <TimelineEvents owner={owner} kind={kind} onKind={onKind} />
    </div>
  );
}

interface TimelineEventsProps extends TimelineProps {
  readonly kind: TimelineKind | undefined;
}

function TimelineEvents({ owner, kind, onKind }: TimelineEventsProps) {
  const read = useInfiniteQuery(timelineQuery(useApi(), owner, kind));
  const refetching = useRefetchIndicator(read);
  const { data: events } = read;
  if (!events) {
    return read.isError ? (
      <LoadError title="Couldn't load the timeline" read={read} />
    ) : (
      <SkeletonRows count={6} height="h-14" />
    );
  }
  if (events.length === 0) {
    return <NoEvents isNarrowed={kind !== undefined} onAll={() => onKind(undefined)} />;
  }
  return (
    <>
      <ProgressLine refetching={refetching && !read.isFetchingNextPage} />
      <ol aria-label="Timeline" className="grid grid-cols-1">
        {events.map((event) => (
          <TimelineItem key={event.id} event={event} owner={owner.type} />
        ))}
      </ol>
      {read.hasNextPage ? (
        <div className="grid justify-items-center gap-2">
          {read.isFetchNextPageError ? (
            <p className="text-bad text-sm">Couldn't load more events. Try again.</p>
          ) : null}
          <Button
            variant="secondary"
            busy={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface NoEventsProps {
  readonly isNarrowed: boolean;
  readonly onAll: () => void;
}

function NoEvents({ isNarrowed, onAll }: NoEventsProps) {
  return isNarrowed ? (
    <EmptyState
      icon={<History />}
      title="No events found"
      hint="Nothing of this kind has happened"
      action={
        <Button variant="secondary" onClick={onAll}>
          Show all events
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<History />} title="No events yet" hint="Events will appear here" />
  );
}
