import { LazyTab } from '../../shared/ui/lazy-tab.tsx';
import type { Tab } from '../../shared/ui/tabs.tsx';
import type { TimelineProps } from './timeline.tsx';

const load = () => import('./timeline.tsx').then(({ Timeline }) => Timeline);

/** The tab of a panel that shows a record's timeline. Its code loads when it is opened. */
export function timelineTab(props: TimelineProps): Tab<'timeline'> {
  return {
    value: 'timeline',
    label: 'Timeline',
    content: <LazyTab noun="the timeline" load={load} props={props} />,
  };
}
