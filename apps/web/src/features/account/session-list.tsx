import type { AccountSession } from '@halyard/contract/account';
import { ProgressLine } from '../../shared/ui/list/progress-line.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SessionRow } from './session-row.tsx';

interface SessionListProps {
  readonly sessions: readonly AccountSession[];
  readonly refetching: boolean;
  readonly onLogOut: (session: AccountSession) => void;
}

export function SessionList({ sessions, refetching, onLogOut }: SessionListProps) {
  const alone = sessions.every(({ current }) => current);
  return (
    <>
      <ProgressLine refetching={refetching} />
      <ul
        aria-label="Sessions"
        aria-busy={refetching}
        className="dims-on-refetch"
        data-refetching={refetching || undefined}
      >
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onLogOut={() => onLogOut(session)} />
        ))}
      </ul>
      {alone ? (
        <p className="border-line border-t py-3 text-ink-quiet text-sm">
          You're not signed in anywhere else.
        </p>
      ) : null}
    </>
  );
}

export function SessionListSkeleton() {
  return (
    <div aria-hidden="true">
      {['first', 'second'].map((row) => (
        <div key={row} className="flex items-center gap-3 border-line py-3 not-first:border-t">
          <Skeleton className="size-5" />
          <div className="grid flex-1">
            <Skeleton className="my-0.5 h-4 w-40" />
            <Skeleton className="my-0.5 h-4 w-64 max-w-full" />
          </div>
          <Skeleton className="h-8 w-20 max-md:h-11" />
        </div>
      ))}
    </div>
  );
}
