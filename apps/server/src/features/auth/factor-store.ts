import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';

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
      backup_code_salt: backupCodeSalt,
    })
    .where('id', '=', administratorId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await transaction.deleteFrom('backup_codes').where('administrator_id', '=', administratorId).execute();
  await transaction
    .insertInto('backup_codes')
    .values(backupCodeHashes.map((code_hash) => ({ administrator_id: administratorId, code_hash })))
    .execute();
  return true;
}
