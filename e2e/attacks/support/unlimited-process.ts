import type { Replica, Stage } from './stage.ts';

/** A third process, whose rate limits are high enough for thousands of calls. */
export async function unlimitedProcess(stage: Stage): Promise<Replica> {
  return await stage.start({ RATE_LIMIT_FACTOR: '100000' });
}
