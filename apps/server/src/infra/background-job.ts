import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from './db/database-log.ts';

export const PAUSE_MS = 2_000;
export const PAUSE_AFTER_FAILURE_MS = 30_000;

/** Repeats `step`, which resolves with the next pause in ms. Logs errors. Returns a function that stops the job. */
export function startBackgroundJob(
  step: () => Promise<number>,
  log: Pick<DatabaseLog, 'warn'>,
  failure: string,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      const pauseMs = await step().catch((error: unknown) => {
        log.warn({ err: error }, failure);
        return PAUSE_AFTER_FAILURE_MS;
      });
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}
