import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { keepAuditSeal } from '../chain/keep-audit-seal.ts';
import { extendAuditTiles } from './extend-audit-tiles.ts';

const PAUSE_MS = 2_000;
const PAUSE_AFTER_FAILURE_MS = 30_000;
const LOOK_FOR_SEAL_EVERY_MS = 60_000;

/**
 * Starts a background job that rechecks entries as they fill tiles, checks the start of the log, and keeps a seal every
 * hour. Any number of processes may run it. A fault is logged as an error every 30 seconds.
 * @param now milliseconds since 1970
 * @param elapsed milliseconds of a monotonic clock
 * @returns a function that stops it after the current step
 */
export function startAuditWatcher(
  database: Database,
  log: Pick<DatabaseLog, 'error' | 'warn'>,
  now: () => number,
  elapsed: () => number,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const step = async (): Promise<number> => {
    const { extended, fault } = await extendAuditTiles(database, now);
    if (fault !== undefined) {
      log.error({ entry: fault.sequence }, `AUDIT LOG BROKEN: entry ${fault.sequence} ${fault.reason}`);
      return PAUSE_AFTER_FAILURE_MS;
    }
    if (elapsed() - lookedAt >= LOOK_FOR_SEAL_EVERY_MS) {
      await keepAuditSeal(database);
      lookedAt = elapsed();
    }
    return extended ? 0 : PAUSE_MS;
  };
  const watching = (async () => {
    while (!signal.aborted) {
      const pauseMs = await step().catch((error: unknown) => {
        log.warn({ err: error }, 'checking the audit log again failed');
        return PAUSE_AFTER_FAILURE_MS;
      });
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
  };
}
