import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { changeAdministrator, lockAdministrator } from '../administrators/administrator-store.ts';

export interface Factors {
  readonly sealedSecret: Buffer;
  readonly backupCodeSalt: Buffer;
  readonly backupCodeHashes: readonly Buffer[];
}

/** Also marks the time step of the code as used. If it already was, stores nothing and returns false. */
export async function storeFactors(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
  step: number,
  { sealedSecret, backupCodeSalt, backupCodeHashes }: Factors,
): Promise<boolean> {
  const administrator = await lockAdministrator(transaction, sealedRows, administratorId);
  if (administrator.totp_last_step >= step) return false;
  const now = new Date(await databaseNow(transaction));
  const isReplacement = administrator.factors_removed_at !== null;
  await sealedRows.change(transaction, 'administrators', administrator, {
    totp_secret: sealedSecret,
    totp_enabled_at: now,
    totp_last_step: step,
    refused_totp_steps: [],
    backup_code_salt: backupCodeSalt,
    backup_codes: [...backupCodeHashes],
    ...(isReplacement && { authenticator_replaced_at: now, backup_codes_replaced_at: now }),
  });
  return true;
}

/** Replaces the authenticator, whose current code was shown. The backup codes stay. */
export async function replaceSecret(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
  step: number,
  sealedSecret: Buffer,
): Promise<void> {
  const now = new Date(await databaseNow(transaction));
  await changeAdministrator(transaction, sealedRows, administratorId, () => ({
    totp_secret: sealedSecret,
    totp_enabled_at: now,
    // Steps of the former secret say nothing about codes of this one.
    totp_last_step: step,
    refused_totp_steps: [],
    authenticator_replaced_at: now,
  }));
}

/** Hashes the new codes with one salt. */
export async function replaceBackupCodes(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
  salt: Buffer,
  hashes: readonly Buffer[],
): Promise<void> {
  const now = new Date(await databaseNow(transaction));
  await changeAdministrator(transaction, sealedRows, administratorId, () => ({
    backup_code_salt: salt,
    backup_codes: [...hashes],
    backup_codes_replaced_at: now,
  }));
}

/** Keeps the last used time step, so that a used code stays invalid. */
export async function removeFactors(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<void> {
  const now = new Date(await databaseNow(transaction));
  await changeAdministrator(transaction, sealedRows, administratorId, () => ({
    factors_removed_at: now,
    totp_secret: null,
    totp_enabled_at: null,
    backup_code_salt: null,
    backup_codes: [],
  }));
}
