import { sql } from 'kysely';
import { PAUSE_AFTER_FAILURE_MS, PAUSE_MS, startBackgroundJob } from '../../background-job.ts';
import type { Database } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { extendAuditTiles } from './extend-audit-tiles.ts';
import type { HeadMemory } from './head-memory.ts';
import type { SeenHead } from './seen-head-file.ts';

const SEAL_CHECK_INTERVAL_MS = 60_000;

/** Rechecks the log in the background, in any number of processes. Returns a function that stops it. */
export function startAuditWatcher(parts: {
  readonly database: Database;
  readonly memory: HeadMemory;
  /** Called with the newest head once a minute, and at the end. */
  readonly keepSeen: (seen: SeenHead) => Promise<void>;
  /** Called after each try with the number of failed ones in a row. A log without rechecks may hide a change. */
  readonly onTried?: (failedInRow: number) => void;
  readonly log: Pick<DatabaseLog, 'error' | 'warn'>;
  readonly now: () => number;
  readonly elapsed: () => number;
}): () => Promise<void> {
  const { database, memory, keepSeen, onTried, log, now, elapsed } = parts;
  let failedInRow = 0;
  let sealCheckedAt = Number.NEGATIVE_INFINITY;

  async function findFault() {
    const rolledBack = await memory.compare(database.reader, now());
    if (rolledBack === undefined) return await extendAuditTiles(database, now);
    log.error({}, 'The audit log was rolled back. If you restored a backup: npm run admin -- audit accept');
    return { extended: false, fault: rolledBack };
  }

  async function keepHead(): Promise<void> {
    const seen = memory.seen();
    // An operator may have accepted the earlier head in the meantime.
    if (seen === undefined || memory.alarm() !== undefined) return;
    await keepSeen(seen).catch((error: unknown) =>
      log.warn({ err: error }, 'could not keep the head of the audit log'),
    );
  }

  const step = async (): Promise<number> => {
    const { extended, fault } = await findFault();
    if (fault !== undefined) {
      log.error({ entry: fault.sequence }, `AUDIT LOG BROKEN: entry ${fault.sequence} ${fault.reason}`);
      return PAUSE_AFTER_FAILURE_MS;
    }
    if (elapsed() - sealCheckedAt >= SEAL_CHECK_INTERVAL_MS) {
      await keepAuditSeal(database);
      await keepHead();
      sealCheckedAt = elapsed();
    }
    return extended ? 0 : PAUSE_MS;
  };
  const countedStep = async (): Promise<number> => {
    try {
      const pauseMs = await step();
      failedInRow = 0;
      return pauseMs;
    } catch (error) {
      failedInRow++;
      throw error;
    } finally {
      onTried?.(failedInRow);
    }
  };
  const stop = startBackgroundJob(countedStep, log, 'could not recheck the audit log');
  return async () => {
    await stop();
    await keepHead();
  };
}

/** Keeps a copy of the head's seal, even a wrong one, unless a kept seal is less than an hour away. */
export async function keepAuditSeal(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`
      INSERT INTO audit_seals (size, root, hash, sealed_at, key_id, signature)
      SELECT sequence, root, hash, sealed_at, seal_key_id, seal FROM audit_head
      WHERE root IS NOT NULL AND NOT EXISTS (
        SELECT FROM (SELECT sealed_at FROM audit_seals ORDER BY size DESC LIMIT 1) AS kept
        WHERE audit_head.sealed_at > kept.sealed_at - interval '1 hour'
          AND audit_head.sealed_at < kept.sealed_at + interval '1 hour'
      )
      ON CONFLICT DO NOTHING`.execute(transaction);
  });
}
