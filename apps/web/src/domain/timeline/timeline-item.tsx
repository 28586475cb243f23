import { LongText } from '../../shared/ui/long-text.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { EventDetails } from './event-details.tsx';
import { EventLinks } from './event-links.tsx';
import { eventTitle } from './event-title.ts';
import type { TimelineEventRecord } from './parse-timeline-event.ts';
import type { TimelineOwner } from './timeline-query.ts';

interface TimelineItemProps {
  readonly event: TimelineEventRecord;
  /** Needs no link. */
  readonly owner: TimelineOwner['type'];
}

export function TimelineItem({ event, owner }: TimelineItemProps) {
  return (
    <li className="relative grid grid-cols-1 gap-1 border-line border-l pb-6 pl-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-1 size-2 rounded-full bg-line-strong ring-4 ring-surface-raised"
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <LongText text={eventTitle(event)} />
        </span>
        <span className="text-ink-quiet text-sm">
          <Timestamp instant={event.at} withTime />
        </span>
      </div>
      <EventDetails event={event} />
      <EventLinks event={event} owner={owner} />
    </li>
  );
}
