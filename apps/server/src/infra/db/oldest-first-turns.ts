import PQueue from 'p-queue';
import { waitingSince } from './database-waits.ts';

export interface OldestFirstTurns {
  /** Waits for a turn until `signal` aborts. Returns what ends the turn, which must be called. @throws the signal's reason */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
}

/**
 * At most `atOnce` hold a turn. The next one goes to the request that asked the database first: if each statement went to
 * the end of the queue instead, an overloaded database would finish no request, because all would be refused half-way.
 */
export function createOldestFirstTurns(atOnce: number): OldestFirstTurns {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    take: async (signal) => {
      const turn = Promise.withResolvers<() => void>();
      // The queue would also end a turn that has begun.
      const waiting = new AbortController();
      const leaveQueue = () => waiting.abort(signal.reason);
      signal.addEventListener('abort', leaveQueue);
      const untilEnded = async () => {
        signal.removeEventListener('abort', leaveQueue);
        await new Promise<void>((end) => turn.resolve(end));
      };
      queue.add(untilEnded, { priority: -waitingSince(), signal: waiting.signal }).catch(turn.reject);
      return await turn.promise;
    },
  };
}
