import PQueue from 'p-queue';
import { waitingSince } from './database-waits.ts';

export interface OldestFirstTurns {
  /** Waits for a turn. Returns what ends it, which must be called. */
  readonly take: () => Promise<() => void>;
}

/**
 * Lets `atOnce` go on, then the request that first asked the database. If each statement went to the end of the queue
 * instead, an overloaded database would finish no request, because all would be refused half-way.
 */
export function createOldestFirstTurns(atOnce: number): OldestFirstTurns {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    take: async () => {
      const turn = Promise.withResolvers<() => void>();
      const untilEnded = async () => await new Promise<void>((end) => turn.resolve(end));
      void queue.add(untilEnded, { priority: -waitingSince() });
      return await turn.promise;
    },
  };
}
