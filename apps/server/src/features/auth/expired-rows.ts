import { sql } from 'kysely';
import type { Database } from '../../infra/db/database.ts';

/** Keeps ended sessions for a month. */
export async function deleteExpiredRows(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .deleteFrom('sessions')
      .where(sql<Date>`least(expires_at, ended_at)`, '<', sql<Date>`now() - interval '30 days'`)
      .execute();
    await transaction.deleteFrom('two_factor_setups').where('expires_at', '<', sql<Date>`now()`).execute();
    await transaction
      .deleteFrom('sign_in_failures')
      .where(sql<Date>`greatest(window_started_at, locked_until)`, '<', sql<Date>`now() - interval '1 hour'`)
      .execute();
    // Skip locked rows: a transaction may hold one window and wait for another, which could deadlock.
    await transaction
      .deleteFrom('rate_limit_windows')
      .where('key', 'in', (from) =>
        from
          .selectFrom('rate_limit_windows')
          .select('key')
          .where('started_at', '<', sql<Date>`now() - interval '1 day'`)
          .forUpdate()
          .skipLocked(),
      )
      .execute();
  });
}
