import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Keeps a copy of the head's seal unless the last kept one is less than an hour away. Both directions count, so that a
 * clock that jumped does not block new seals. A wrong seal is kept too: appends reject it, and verification reports it.
 */
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
