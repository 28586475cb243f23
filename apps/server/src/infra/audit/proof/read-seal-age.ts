import { sql } from 'kysely';
import type { DatabaseReader } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';

export interface SealAge {
  readonly entries: number;
  /** Entries of committed acts that are not linked yet. */
  readonly waiting: number;
  /** Age of the oldest of them; null if none waits. */
  readonly waitingSeconds: number | null;
  /** Of the newest entry; null before the first one. */
  readonly sealedAt: Date | null;
  /** Time of the newest seal that was kept. */
  readonly keptAt: Date | null;
  /** How much older the newest kept seal is than the newest entry; null if no seal was kept. */
  readonly ageSeconds: number | null;
}

/** Reads how far the kept seals are behind the log. Seals are kept each hour, if there are new entries. */
export async function readSealAge(reader: DatabaseReader): Promise<SealAge> {
  const { rows } = await sql<SealAge>`
    SELECT sequence AS entries, inbox.waiting, extract(epoch FROM now() - inbox.oldest_at)::float8 AS "waitingSeconds",
      head.sealed_at AS "sealedAt", kept.sealed_at AS "keptAt",
      CASE WHEN kept.sealed_at < head.sealed_at THEN extract(epoch FROM head.sealed_at - kept.sealed_at)::float8
        WHEN kept.sealed_at IS NOT NULL THEN 0 END AS "ageSeconds"
    FROM audit_head AS head
    CROSS JOIN (SELECT count(*) AS waiting, min(created_at) FILTER (WHERE isfinite(created_at)) AS oldest_at
      FROM audit_inbox) AS inbox
    LEFT JOIN (SELECT sealed_at FROM audit_seals ORDER BY size DESC LIMIT 1) AS kept ON true`.execute(reader);
  return onlyRow(rows);
}
