import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { ScreenHeading } from '../../shared/ui/screen-heading.tsx';
import { RevenueCard } from './revenue-card.tsx';

/** The dashboard while nothing is known: the card of its one big figure, which may come before all else. */
export function OverviewBeginning() {
  return (
    <div className="grid gap-4 p-(--gutter) md:gap-6">
      <ScreenHeading title={SCREEN_HEADINGS['/dashboard']} />
      <RevenueCard revenue={undefined} view={{ kind: 'loading' }} range="30d" onRange={() => undefined} />
    </div>
  );
}
