import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

interface Place {
  readonly pathname: string;
  /** The query string, with its question mark. */
  readonly search: string;
}

interface LeaveGuard {
  /** Answers the open confirmation; otherwise undefined. */
  readonly answer: ((answer: 'stay' | 'leave') => void) | undefined;
}

/**
 * Asks before a navigation that would lose input. An ended session opens /login without asking. On close or reload the
 * browser asks.
 *
 * @param active whether there is something to lose
 * @param loses whether navigating between two places would lose it; the same function every time
 */
export function useLeaveGuard(active: boolean, loses: (from: Place, to: Place) => boolean): LeaveGuard {
  const { history } = useRouter();
  const [question, setQuestion] = useState<{ readonly resolve: (stays: boolean) => void }>();

  const ask = useCallback(
    () => new Promise<boolean>((resolve) => setQuestion({ resolve })).finally(() => setQuestion(undefined)),
    [],
  );

  useEffect(() => {
    if (!active) {
      return undefined;
    }
    return history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        nextLocation.pathname !== '/login' && loses(currentLocation, nextLocation) ? ask() : false,
      enableBeforeUnload: true,
    });
  }, [history, active, loses, ask]);

  return { answer: question && ((answer) => question.resolve(answer === 'stay')) };
}
