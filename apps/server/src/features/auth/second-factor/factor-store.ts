import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';

export interface Factors {
  readonly sealedSecret: Buffer;
  readonly backupCodeSalt: Buffer;
  readonly backupCodeHashes: readonly Buffer[];
}

/**
 * Stores an administrator's factors and uses up the step of the code that proved them. Returns false,
 * and stores nothing, when that step was used before.
 */
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

/** Puts one set of backup codes, hashed with one salt, in the place of another. */
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

/** Removes an administrator's factors. The last used step stays, so that none is ever accepted again. */
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
