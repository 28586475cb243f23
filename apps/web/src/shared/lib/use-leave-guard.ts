import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

interface Place {
  readonly pathname: string;
  /** Query string, including the question mark. */
  readonly search: string;
}

interface LeaveGuard {
  /** Answers the confirmation while it is open. */
  readonly answer: ((answer: 'stay' | 'leave') => void) | undefined;
}

/** Asks before input is lost, except when an ended session opens /login. `loses` must be stable. */
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
