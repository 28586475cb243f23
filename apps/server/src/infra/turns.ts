import pLimit from 'p-limit';
import { Problem } from './problem.ts';

/**
 * Does some work of one kind when it is its turn, in the order in which it came.
 * @throws Problem `unavailable`, at once, while too much of it is waiting
 */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** @param options.waitingMax how much may wait, besides what is under way */
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

/**
 * For batches of the platform that queue at one lock: one at a time in this process, so that those that wait for it
 * hold no connections. Each may wait 3 s for the lock before it fails, with its body in memory until then.
 */
export function createBatchTurns(): TakeTurn {
  return createTurns({
    atOnce: 1,
    waitingMax: 100,
    refusal: 'Too many batches at once. Please send it again.',
    retryAfterSeconds: 3,
  });
}

/** Does work of one key one at a time, in the order in which it came; of different keys side by side. */
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
