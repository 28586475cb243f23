import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { Database } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { PAUSE_AFTER_FAILURE_MS, PAUSE_MS, startAuditJob } from '../audit-job.ts';
import { extendAuditTiles, noteAlarm } from './extend-audit-tiles.ts';
import { createHeadMemory } from './head-memory.ts';

const SEAL_CHECK_INTERVAL_MS = 60_000;

/** Rechecks the log in the background, in any number of processes. Returns a function that stops it. */
export function startAuditWatcher(parts: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly log: Pick<DatabaseLog, 'error' | 'warn'>;
  readonly now: () => number;
  readonly elapsed: () => number;
}): () => Promise<void> {
  const { database, log, now, elapsed } = parts;
  const compareWithMemory = createHeadMemory(parts.masterKeys);
  let sealCheckedAt = Number.NEGATIVE_INFINITY;

  async function findFault() {
    const rolledBack = await compareWithMemory(database.reader);
    if (rolledBack === undefined) return await extendAuditTiles(database, now);
    await database.transaction((transaction) => noteAlarm(transaction, rolledBack, new Date(now())));
    return { extended: false, fault: rolledBack };
  }

  const step = async (): Promise<number> => {
    const { extended, fault } = await findFault();
    if (fault !== undefined) {
      log.error({ entry: fault.sequence }, `AUDIT LOG BROKEN: entry ${fault.sequence} ${fault.reason}`);
      return PAUSE_AFTER_FAILURE_MS;
    }
    if (elapsed() - sealCheckedAt >= SEAL_CHECK_INTERVAL_MS) {
      await keepAuditSeal(database);
      sealCheckedAt = elapsed();
    }
    return extended ? 0 : PAUSE_MS;
  };
  return startAuditJob(step, log, 'could not recheck the audit log');
}

/** Keeps a copy of the head's seal, even a wrong one, unless a kept seal is less than an hour away. */
export async function keepAuditSeal(database: Database): Promise<void> {
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
