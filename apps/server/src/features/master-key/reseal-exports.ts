import { sql } from 'kysely';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import { hasRightTicket, sealTicket } from '../../infra/sealed-rows/ticket-seal.ts';

/**
 * Seals prepared and running exports under the current master key and returns how many. Leaves those that are not ours,
 * so that they are still reported.
 */
export async function resealExports({
  database,
  masterKeys,
}: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
}): Promise<number> {
  const ring = masterKeys();
  const rows = await database.reader
    .selectFrom('exports')
    .select(['id', 'ticket_hash', 'session_id', 'administrator_id', 'request', 'seal'])
    .where(sql`substring(seal FROM 4 FOR 8)`, '<>', ring[0].id)
    .execute();
  let resealed = 0;
  for (const row of rows.filter((each) => hasRightTicket(each, ring))) {
    // Without locks: a row that was changed since it was read gets a seal that does not fit.
    const { numUpdatedRows } = await database.transaction(
      async (transaction) =>
        await transaction
          .updateTable('exports')
          .set({ seal: sealTicket(row, ring[0]) })
          .where('id', '=', row.id)
          .executeTakeFirst(),
    );
    resealed += Number(numUpdatedRows);
  }
  return resealed;
}
