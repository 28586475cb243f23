import type { Logger } from 'pino';

/**
 * Runs a housekeeping job every `minutes`, first after one period. Failures are logged.
 * @returns a function that stops it.
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
