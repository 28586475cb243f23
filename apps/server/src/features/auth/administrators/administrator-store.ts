import { emailKey } from '@halyard/contract/email-key';
import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { SealedRow } from '../../../infra/sealed-rows/row-seal.ts';
import { type RowLock, readOurs, type SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { sessionGone } from '../sessions/session-gone.ts';

/** The largest error of a clock that gets a hint, in steps of 30 s: ten minutes. */
export const MISTIMED_STEPS = 20;

/** All that proves a person: password, factors, backup codes, the reset link, and the count of wrong codes. */
export type Administrator = SealedRow<'administrators'>;

/**
 * Prefers the lower-cased address, which stayed the key if migration 0019 found the new key taken. Undefined also for a
 * row that is not ours.
 */
export async function findAdministratorByEmail(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  email: string,
): Promise<Administrator | undefined> {
  return await readOurs(sealedRows, 'administrators', async () =>
    reader
      .selectFrom('administrators')
      .selectAll()
      .where('email_key', 'in', [emailKey(email), sql<string>`lower(${email})`])
      .orderBy(sql`email_key = lower(${email})`, 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
}

/** @throws Problem `unauthenticated` if the row is not ours */
export async function readAdministrator(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  id: string,
): Promise<Administrator> {
  const row = await readOurs(sealedRows, 'administrators', async () =>
    reader.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (row === undefined) throw sessionGone();
  return row;
}

/** Serializes changes to all that proves a person, by default. @throws Problem `unauthenticated` if the row is not ours */
export async function lockAdministrator(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  lock?: RowLock,
): Promise<Administrator> {
  const row = await sealedRows.lock(transaction, 'administrators', id, lock);
  if (row === undefined) throw sessionGone();
  return row;
}

export async function lockAllAdministrators(transaction: DatabaseTransaction): Promise<void> {
  await transaction.selectFrom('administrators').select('id').orderBy('id').forUpdate().execute();
}

/** @throws Problem `unauthenticated` if the row is not ours */
export async function changeAdministrator(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  change: (administrator: Administrator) => Parameters<SealedRows['change']>[3] & Partial<Administrator>,
): Promise<Administrator> {
  const administrator = await lockAdministrator(transaction, sealedRows, id);
  return await sealedRows.change(transaction, 'administrators', administrator, change(administrator));
}

export async function setPassword(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  passwordHash: string,
): Promise<void> {
  await changeAdministrator(transaction, sealedRows, id, () => ({
    password_hash: passwordHash,
    password_expired_at: null,
    wrong_codes_in_row: 0,
    wrong_codes_mailed_at: null,
  }));
}

/** Stores another hash of the same password. */
export async function renewPasswordHash(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  passwordHash: string,
): Promise<void> {
  await changeAdministrator(transaction, sealedRows, id, () => ({ password_hash: passwordHash }));
}

/** Whether this time step is later than each used one, and was not refused before. */
export function isTotpStepFree(administrator: Administrator, step: number): boolean {
  return step > administrator.totp_last_step && !administrator.refused_totp_steps.includes(step);
}

/** Returns false if this time step or a later one was already used. */
export async function useTotpStep(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  step: number,
): Promise<boolean> {
  const administrator = await lockAdministrator(transaction, sealedRows, id);
  if (!isTotpStepFree(administrator, step)) return false;
  await sealedRows.change(transaction, 'administrators', administrator, { totp_last_step: step });
  return true;
}

/** Keeps the code of a step refused when its time comes. Forgets steps whose time is over. */
export async function refuseTotpStep(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  step: number,
): Promise<void> {
  await changeAdministrator(transaction, sealedRows, id, ({ refused_totp_steps: before }) => {
    const kept = before.filter((other) => other !== step && other >= step - 3 * MISTIMED_STEPS);
    return { refused_totp_steps: [...kept, step] };
  });
}

export function isUnusedBackupCode({ backup_codes }: Administrator, codeHash: Buffer): boolean {
  return backup_codes.some((unused) => unused.equals(codeHash));
}

/** Returns false if the code is unknown or was already used. */
export async function useBackupCode(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  codeHash: Buffer,
): Promise<boolean> {
  const administrator = await lockAdministrator(transaction, sealedRows, id);
  if (!isUnusedBackupCode(administrator, codeHash)) return false;
  const left = administrator.backup_codes.filter((unused) => !unused.equals(codeHash));
  await sealedRows.change(transaction, 'administrators', administrator, { backup_codes: left });
  return true;
}

export async function countBackupCodes(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  id: string,
): Promise<number> {
  return (await readAdministrator(reader, sealedRows, id)).backup_codes.length;
}
