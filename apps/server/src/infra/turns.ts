import pLimit from 'p-limit';
import { Problem } from './problem.ts';

/** Queues work and runs it in order. @throws Problem `unavailable` at once if the queue is full */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** @param options.waitingMax maximum queue length, without running work */
export function createTurns(options: {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly refusal: string;
  readonly retryAfterSeconds: number;
}): TakeTurn {
  const { atOnce, waitingMax, refusal, retryAfterSeconds } = options;
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount >= waitingMax) throw new Problem('unavailable', refusal, { retryAfterSeconds });
    return await limit(work);
  };
}

/** Runs the platform's batches one by one: they need the same lock, and waiting here holds no connection. */
export function createBatchTurns(): TakeTurn {
  return createTurns({
    atOnce: 1,
    waitingMax: 100,
    refusal: 'Too many batches at once. Please try again.',
    retryAfterSeconds: 3,
  });
}

/** Runs work of the same key one at a time and in order; different keys run concurrently. */
export function createTurnsByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lastOf = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lastOf.get(key);
    const own = (async () => {
      await before?.catch(() => undefined);
      return await work();
    })();
    lastOf.set(key, own);
    try {
      return await own;
    } finally {
      if (lastOf.get(key) === own) lastOf.delete(key);
    }
  };
}
