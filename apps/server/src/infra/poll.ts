import type { DatabaseLog } from './db/database-log.ts';

/** Repeats `work` with pauses until `isStopping`. Logs only the first of consecutive failures. */
export async function poll(options: {
  readonly work: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly isStopping: () => boolean;
  readonly log: Pick<DatabaseLog, 'warn'>;
  /** Logged with the error. */
  readonly failure: string;
}): Promise<void> {
  const { work, pause, isStopping, log, failure } = options;
  let failing = false;
  while (!isStopping()) {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, failure);
      failing = true;
    }
    await pause();
  }
}
