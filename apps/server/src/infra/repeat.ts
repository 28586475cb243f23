import type { Logger } from 'pino';

/**
 * Does a piece of housekeeping every `minutes`, the first time after as long; a failure is logged and the
 * next turn comes all the same.
 * @returns what ends it.
 */
export function repeat(name: string, minutes: number, work: () => Promise<void>, log: Logger): () => void {
  const timer = setInterval(
    () => {
      work().catch((error: unknown) => log.warn({ err: error, work: name }, 'housekeeping failed'));
    },
    minutes * 60 * 1_000,
  );
  timer.unref();
  return () => clearInterval(timer);
}
