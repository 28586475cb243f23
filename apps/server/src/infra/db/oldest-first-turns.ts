import { waitingSince } from './database-waits.ts';

export interface OldestFirstTurns {
  /** Waits for a turn until `signal` aborts. Returns what ends the turn, which must be called once. @throws the signal's reason */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
}

/**
 * At most `atOnce` hold a turn. The next one goes to the request that asked the database first: if each statement went to
 * the end of the queue instead, an overloaded database would finish no request, because all would be refused half-way.
 */
export function createOldestFirstTurns(atOnce: number): OldestFirstTurns {
  const oldestFirst: Waiting[] = [];
  let free = atOnce;

  const endTurn = () => {
    const next = oldestFirst.shift();
    if (next === undefined) free++;
    else next.begin();
  };
  const waitForTurn = async (signal: AbortSignal) => {
    const since = waitingSince();
    const turn = Promise.withResolvers<void>();
    const waiting = { since, begin: turn.resolve };
    const leave = () => {
      const index = oldestFirst.indexOf(waiting);
      // It is no longer there if its turn has begun.
      if (index === -1) return;
      oldestFirst.splice(index, 1);
      turn.reject(signal.reason);
    };
    oldestFirst.splice(oldestFirst.findLastIndex((other) => other.since <= since) + 1, 0, waiting);
    signal.addEventListener('abort', leave);
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
  return {
    take: async (signal) => {
      if (free > 0) free--;
      else await waitForTurn(signal);
      return endTurn;
    },
  };
}
