import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { EntryFault } from '../chain/check-entries.ts';

/**
 * Keeps the result of a verification of the whole log for the System screen. An account that may only read can verify,
 * too, so a failure is ignored.
 */
export async function noteVerification(
  database: Database,
  { entries, fault }: { readonly entries: number; readonly fault: EntryFault | undefined },
): Promise<void> {
  const text = fault === undefined ? null : `Entry ${fault.sequence} ${fault.reason}`;
  await database
    .transaction((transaction) =>
      sql`UPDATE audit_watch SET verified_at = now(), verified_entries = ${entries}, verified_fault = ${text}`.execute(
        transaction,
      ),
    )
    .catch(() => undefined);
}
