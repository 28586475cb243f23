import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { closeNextAuditBlock } from './close-audit-blocks.ts';

const PAUSE_MS = 2_000;
const PAUSE_AFTER_FAILURE_MS = 30_000;

/**
 * Closes full blocks of the audit log in the background. Any number of processes may run it. Failures are logged and
 * retried.
 * @returns a function that stops it after the current block.
 */
export function startAuditBlockCloser(database: Database, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const closing = (async () => {
    while (!signal.aborted) {
      const pauseMs = await closeNextAuditBlock(database).then(
        (closed) => (closed ? 0 : PAUSE_MS),
        (error: unknown) => {
          log.warn({ err: error }, 'closing a block of the audit log failed');
          return PAUSE_AFTER_FAILURE_MS;
        },
      );
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await closing;
  };
}
