import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';

export interface Factors {
  readonly sealedSecret: Buffer;
  readonly backupCodeSalt: Buffer;
  readonly backupCodeHashes: readonly Buffer[];
}

/** Also marks the time step of the code as used. If it already was, stores nothing and returns false. */
export async function storeFactors(
  transaction: DatabaseTransaction,
  administratorId: string,
  step: number,
  { sealedSecret, backupCodeSalt, backupCodeHashes }: Factors,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('administrators')
    .set({
      totp_secret: sealedSecret,
      totp_enabled_at: sql`now()`,
      totp_last_step: step,
    })
    .where('id', '=', administratorId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await replaceBackupCodes(transaction, administratorId, backupCodeSalt, backupCodeHashes);
  return true;
}

/** Hashes the new codes with one salt. */
export async function replaceBackupCodes(
  transaction: DatabaseTransaction,
  administratorId: string,
  salt: Buffer,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction
    .updateTable('administrators')
    .set({ backup_code_salt: salt })
    .where('id', '=', administratorId)
    .execute();
  await transaction.deleteFrom('backup_codes').where('administrator_id', '=', administratorId).execute();
  await transaction
    .insertInto('backup_codes')
    .values(hashes.map((code_hash) => ({ administrator_id: administratorId, code_hash })))
    .execute();
}

/** Keeps the last used time step, so that a used code stays invalid. */
export async function removeFactors(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<void> {
  await transaction
    .updateTable('administrators')
    .set({ totp_secret: null, totp_enabled_at: null, backup_code_salt: null })
    .where('id', '=', administratorId)
    .execute();
  await transaction.deleteFrom('backup_codes').where('administrator_id', '=', administratorId).execute();
}
