import type { AccountSession } from '@halyard/contract/account';
import type { UseQueryResult } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../shared/api/api-error.ts';
import { CALL_IS_MISSING } from '../../shared/query/read-failures.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { useRefetchIndicator } from '../../shared/ui/list/use-refetch-indicator.ts';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { LogOutDialog } from './log-out-dialog.tsx';
import { SessionList, SessionListSkeleton } from './session-list.tsx';
import type { LogOutTarget } from './use-log-out.ts';

interface SessionsCardProps {
  readonly sessions: UseQueryResult<readonly AccountSession[]>;
}

/** Lists the administrator's sessions. Hidden if the server lacks this endpoint. */
export function SessionsCard({ sessions }: SessionsCardProps) {
  const [target, setTarget] = useState<LogOutTarget>();
  const region = useRef<HTMLDivElement>(null);
  const others = sessions.data?.filter(({ current }) => !current) ?? [];

  if (
    sessions.error instanceof ApiError &&
    CALL_IS_MISSING.includes(sessions.error.httpStatus) &&
    !sessions.data
  ) {
    return null;
  }

  function close({ loggedOut }: { readonly loggedOut: boolean }) {
    flushSync(() => setTarget(undefined));
    if (loggedOut) {
      // Focus the card, because the row with the button that opened the dialog is gone.
      region.current?.focus();
    }
  }

  return (
    <Card
      title="Sessions"
      aside={
        <div className="min-h-8 max-md:min-h-11">
          {others.length > 0 ? (
            <Button variant="secondary" onClick={() => setTarget({ kind: 'others', sessions: others })}>
              Log out all other sessions
            </Button>
          ) : null}
        </div>
      }
    >
      <div ref={region} tabIndex={-1} className="relative mt-1 -mb-4 outline-offset-2 md:-mb-5">
        <Sessions sessions={sessions} onLogOut={(session) => setTarget({ kind: 'one', session })} />
      </div>
      {target ? <LogOutDialog target={target} onClose={close} /> : null}
    </Card>
  );
}

interface SessionsProps extends SessionsCardProps {
  readonly onLogOut: (session: AccountSession) => void;
}

function Sessions({ sessions, onLogOut }: SessionsProps) {
  const refetching = useRefetchIndicator(sessions);
  if (sessions.isError && !sessions.data) {
    return <LoadError title="Couldn't load your sessions" read={sessions} />;
  }
  if (!sessions.data) {
    return <SessionListSkeleton />;
  }
  if (sessions.data.length === 0) {
    return <EmptyState icon={<Monitor />} title="No sessions" hint="No active sessions found" />;
  }
  return <SessionList sessions={sessions.data} refetching={refetching} onLogOut={onLogOut} />;
}
