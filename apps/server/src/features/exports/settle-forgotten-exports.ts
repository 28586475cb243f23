import { sql } from 'kysely';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { exportFinished } from './export-audit.ts';
import { requestOf } from './export-store.ts';

/** Deletes exports that were never downloaded. Ends those whose process died, with an audit entry. */
export async function settleForgottenExports({
  database,
  sealedRows,
  appendAudit,
}: {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
}): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .deleteFrom('exports')
      .where('started_at', 'is', null)
      .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
      .execute();
    const forgotten = await transaction
      .selectFrom('exports as e')
      .innerJoin('administrators as a', 'a.id', 'e.administrator_id')
      .selectAll('e')
      .select('a.email')
      .where('e.leased_until', '<', sql<Date>`now() - interval '1 hour'`)
      .forUpdate('e')
      .skipLocked()
      .execute();
    for (const row of forgotten) {
      await transaction.deleteFrom('exports').where('id', '=', row.id).execute();
      const prepared = requestOf(sealedRows, row);
      if (prepared === undefined) continue;
      const administrator = { id: row.administrator_id, email: row.email };
      const end = { rows: row.rows_written, failure: 'The server process stopped' };
      await appendAudit(transaction, exportFinished(prepared, { administrator }, end));
    }
  });
}
