import type { AccountSession } from '@halyard/contract/account';
import { ProgressLine } from '../../shared/ui/list/progress-line.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SessionRow } from './session-row.tsx';

interface SessionListProps {
  readonly sessions: readonly AccountSession[];
  readonly refreshing: boolean;
  readonly onSignOut: (session: AccountSession) => void;
}

export function SessionList({ sessions, refreshing, onSignOut }: SessionListProps) {
  const alone = sessions.every(({ current }) => current);
  return (
    <>
      <ProgressLine active={refreshing} />
      <ul
        aria-label="Sessions"
        aria-busy={refreshing}
        className={`divide-y divide-line transition-opacity duration-150 ${refreshing ? 'opacity-50' : ''}`}
      >
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onSignOut={() => onSignOut(session)} />
        ))}
      </ul>
      {alone ? (
        <p className="border-line border-t py-3 text-ink-quiet text-sm">
          You are not signed in anywhere else.
        </p>
      ) : null}
    </>
  );
}

export function SessionListSkeleton() {
  return (
    <div aria-hidden="true" className="divide-y divide-line">
      {['first', 'second'].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-5" />
          <div className="grid flex-1 *:my-0.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
          <Skeleton className="h-8 w-20 max-md:h-11" />
        </div>
      ))}
    </div>
  );
}
