import { sql } from 'kysely';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { DatabaseLog } from '../../../infra/db/database-log.ts';
import { type InstallationMark, reachMark } from '../../../infra/db/installation-marks.ts';
import { onlyRow } from '../../../infra/db/only-row.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { endEverything } from './end-everything.ts';

/** Ends sessions and reset links in a restored or copied database, where ended ones may be open again. */
export async function endSessionsAfterRestore(parts: {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly now: () => number;
  readonly log: DatabaseLog;
}): Promise<void> {
  const { database, now, log } = parts;
  await database.transaction(async (transaction) => {
    const mark = await findDatabaseMark(transaction);
    if (mark === undefined) {
      log.warn(
        {},
        'cannot call pg_control_system(): after a restore, end the sessions with npm run admin -- sessions end --all',
      );
      return;
    }
    if (!(await reachMark(transaction, mark, new Date(now())))) return;
    const former = await transaction
      .selectFrom('installation_marks')
      .select('name')
      .where('name', 'like', 'database.%')
      .where('name', '!=', mark)
      .limit(1)
      .executeTakeFirst();
    if (former === undefined) return;
    await endEverything(transaction, parts, 'database restored or copied');
  });
}

/** Returns ids that change in a copied database; undefined if unreadable. */
async function findDatabaseMark(transaction: DatabaseTransaction): Promise<InstallationMark | undefined> {
  const { rows: allowed } = await sql<{ readonly call: boolean }>`
    SELECT has_function_privilege('pg_control_system()', 'EXECUTE') AS call`.execute(transaction);
  if (!allowed[0]?.call) return undefined;
  const { rows } = await sql<{ readonly mark: InstallationMark }>`
    SELECT format('database.%s.%s.%s', system_identifier, oid, 'sessions'::regclass::oid) AS mark
    FROM pg_control_system(), pg_database WHERE datname = current_database()`.execute(transaction);
  return onlyRow(rows).mark;
}
