import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Keeps a copy of the head's seal where it is an hour or more younger than the last that was kept. A seal that is not right is refused by
 * whoever appends, and shows up as such beside those before it.
 */
export async function keepAuditSeal(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`
      INSERT INTO audit_seals (size, root, hash, sealed_at, key_id, signature)
      SELECT sequence, root, hash, sealed_at, seal_key_id, seal FROM audit_head
      WHERE root IS NOT NULL
        AND sealed_at >= (SELECT coalesce(max(sealed_at), '-infinity') FROM audit_seals) + interval '1 hour'
      ON CONFLICT DO NOTHING`.execute(transaction);
  });
}
