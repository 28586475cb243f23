import { sql } from 'kysely';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { SampleAct } from './sample-administrators.ts';

/** Appends acts, oldest first. The wallets that they name must exist. */
export async function writeSampleHistory(
  transaction: DatabaseTransaction,
  acts: readonly SampleAct[],
  appendAt: (transaction: DatabaseTransaction, entry: AuditEntry, at: number) => Promise<void>,
): Promise<void> {
  for (const act of acts) await appendAt(transaction, await entryOf(transaction, act), act.at);
}

/** Adds the wallet's id, which only the database knows, and counts the backup. */
async function entryOf(
  transaction: DatabaseTransaction,
  { at, entry, backup }: SampleAct,
): Promise<AuditEntry> {
  if (backup === undefined) return entry;
  const { id } = await transaction
    .selectFrom('wallets')
    .select('id')
    .where('uuid', '=', backup.walletUuid)
    .executeTakeFirstOrThrow();
  if (backup.isDone) {
    await transaction
      .updateTable('wallets')
      .set({ backup_count: sql`backup_count + 1`, last_backup_at: new Date(at) })
      .where('id', '=', id)
      .execute();
  }
  return { ...entry, resource: { ...entry.resource, id: String(id) } };
}
