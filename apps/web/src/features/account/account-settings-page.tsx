import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { ScreenHeading } from '../../shared/ui/screen-heading.tsx';
import { accountSessionsQuery } from './account-queries.ts';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountSettingsPage() {
  const sessions = useQuery(accountSessionsQuery(useApi()));
  return (
    <div className="grid w-full max-w-[56rem] gap-4 p-(--gutter) md:gap-6">
      <ScreenHeading title={SCREEN_HEADINGS['/account-settings']} />
      <SecurityCard sessionCount={sessions.data?.length} />
      <SessionsCard sessions={sessions} />
    </div>
  );
}
