import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from '../db/database.ts';
import type { DatabaseConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { DUE_KINDS } from './due-kinds.ts';

const FIRST_AFTER_MS = 2_000;
const PAUSE_MS = 30_000;
/** It takes at most a tenth of one core's time. */
const PAUSE_OF_WORK = 9;
/** A connection may have been lost without a word. */
const ENDS_WITHIN_MS = 30 * 60_000;

/**
 * Counts the pieces of what is searched whenever enough has changed, in a thread, beside everything else; any number
 * of processes may. A failure is logged, and tried again.
 * @returns what ends it; what is being counted is given up.
 */
export function startSearchPieceCounter(
  database: Database,
  connection: DatabaseConnection,
  log: Pick<DatabaseLog, 'warn'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const step = async (): Promise<void> => {
    const { rows } = await database.query({ text: DUE_KINDS });
    if (rows.length === 0 || signal.aborted) return;
    const thread = new Worker(new URL('./search-pieces-thread.ts', import.meta.url), {
      workerData: connection,
    });
    const end = () => void thread.terminate();
    const late = setTimeout(end, ENDS_WITHIN_MS);
    signal.addEventListener('abort', end);
    await once(thread, 'exit').finally(() => {
      clearTimeout(late);
      signal.removeEventListener('abort', end);
    });
  };
  const counting = (async () => {
    let pauseMs = FIRST_AFTER_MS;
    for (;;) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const startedAt = performance.now();
      await step().catch((error: unknown) => log.warn({ err: error }, 'counting what is searched failed'));
      pauseMs = Math.max(PAUSE_MS, PAUSE_OF_WORK * (performance.now() - startedAt));
    }
  })();
  return async () => {
    stopping.abort();
    await counting;
  };
}
