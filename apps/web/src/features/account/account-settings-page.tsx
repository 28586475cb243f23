import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ScreenHeading } from '../../shared/ui/screen-heading.tsx';
import { accountSessionsQuery } from './account-queries.ts';
import { PasswordRow } from './password-row.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';

export function AccountSettingsPage() {
  const sessions = useQuery(accountSessionsQuery(useApi()));
  const sessionCount = sessions.data?.length;
  return (
    <div className="grid w-full max-w-[56rem] gap-4 p-(--gutter) md:gap-6">
      <ScreenHeading title={SCREEN_HEADINGS['/account-settings']} />
      <Card title="Security">
        <div className="mt-1 -mb-4 md:-mb-5">
          <PasswordRow sessionCount={sessionCount} />
          <TwoFactorRow sessionCount={sessionCount} />
        </div>
      </Card>
      <SessionsCard sessions={sessions} />
    </div>
  );
}
