import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { keepAuditSeal } from '../chain/keep-audit-seal.ts';
import { extendAuditTiles } from './extend-audit-tiles.ts';

const PAUSE_MS = 2_000;
const PAUSE_AFTER_FAILURE_MS = 30_000;
const LOOK_FOR_SEAL_EVERY_MS = 60_000;

/**
 * Checks the entries of the audit log again as they fill tiles, and that none is gone from its beginning but by age, and
 * keeps a seal each hour, beside everything else; any number of processes may. What does not fit is an error in the log
 * of this process every half a minute.
 * @param now milliseconds since 1970
 * @param elapsed milliseconds of a clock that nobody sets
 * @returns what ends it, once what it is at is done.
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
