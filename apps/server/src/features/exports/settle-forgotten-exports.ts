import { exportRequest } from '@halyard/contract/exports';
import { sql } from 'kysely';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { exportFinished } from './export-audit.ts';

/** Deletes exports that were never downloaded. Ends those whose process died, with an audit entry. */
export async function settleForgottenExports({
  database,
  appendAudit,
}: {
  readonly database: Database;
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
      .select(['e.id', 'e.request', 'e.rows_written as rows', 'a.id as administratorId', 'a.email'])
      .where('e.leased_until', '<', sql<Date>`now() - interval '1 hour'`)
      .forUpdate('e')
      .skipLocked()
      .execute();
    for (const { id, request, rows, administratorId, email } of forgotten) {
      await transaction.deleteFrom('exports').where('id', '=', id).execute();
      const administrator = { id: administratorId, email };
      const failure = 'The server process stopped';
      await appendAudit(
        transaction,
        exportFinished({ id, request: exportRequest.parse(request) }, { administrator }, { rows, failure }),
      );
    }
  });
}
