import { TIMELINE } from '@halyard/contract/runtime-settings';
import type { ReactNode } from 'react';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';
import type { TimelineOwner } from './timeline-query.ts';
import { timelineTab } from './timeline-tab.tsx';

interface DetailsAndTimelineProps {
  readonly label: string;
  readonly owner: TimelineOwner;
  /** Kind of events that are shown, or `all`. `undefined` while the details are shown. */
  readonly shown: string | undefined;
  readonly onShow: (shown: string | undefined) => void;
  /** The details. */
  readonly children: ReactNode;
}

/** The content of a panel: details and a timeline in tabs, or only details if the server has no timelines. */
export function DetailsAndTimeline({ label, owner, shown, onShow, children }: DetailsAndTimelineProps) {
  const { screens } = useRuntimeSettings();
  if (!screens?.includes(TIMELINE)) {
    return (
      <div className="grid flex-1 content-start gap-7 overflow-y-auto px-(--gutter) py-5">{children}</div>
    );
  }
  return (
    <Tabs<'details' | 'timeline'>
      label={label}
      value={shown === undefined ? 'details' : 'timeline'}
      onChange={(tab) => onShow(tab === 'timeline' ? 'all' : undefined)}
      tabs={[
        { value: 'details', label: 'Details', content: <div className="grid gap-7">{children}</div> },
        timelineTab({ owner, kind: shown, onKind: (kind) => onShow(kind ?? 'all') }),
      ]}
    />
  );
}
