import type { Logger } from 'pino';

/** Runs `work` every `minutes`, first after one period. Logs failures. Returns a function that stops it. */
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
