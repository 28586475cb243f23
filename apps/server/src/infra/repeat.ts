import type { DatabaseLog } from './db/database-log.ts';

/** Early enough for a process that is restarted often, and late enough not to slow its start down. */
const FIRST_AFTER_MS = 30_000;

/** Runs `work` half a minute after the start, and then every `minutes`. Logs failures. Returns a function that stops it. */
export function repeat(
  name: string,
  minutes: number,
  work: () => Promise<void>,
  log: DatabaseLog,
): () => void {
  const run = () => {
    work().catch((error: unknown) => log.warn({ err: error, work: name }, 'housekeeping failed'));
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const timer = setInterval(run, minutes * 60 * 1_000).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
