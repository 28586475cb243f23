import { emailKey } from '@halyard/contract/email-key';
import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';

/** The largest error of a clock that gets a hint, in steps of 30 s: ten minutes. */
export const MISTIMED_STEPS = 20;

const COLUMNS = [
  'id',
  'email',
  'password_hash',
  'disabled_at',
  'totp_secret',
  'totp_last_step',
  'backup_code_salt',
] as const;

/** Prefers the lower-cased address, which stayed the key if migration 0019 found the new key taken. */
export async function findAdministratorByEmail(reader: DatabaseReader, email: string) {
  return await reader
    .selectFrom('administrators')
    .select(COLUMNS)
    .where('email_key', 'in', [emailKey(email), sql<string>`lower(${email})`])
    .orderBy(sql`email_key = lower(${email})`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function readAdministrator(reader: DatabaseReader, id: string) {
  return await reader
    .selectFrom('administrators')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Serializes changes to factors and code counts. */
export async function lockAdministrator(transaction: DatabaseTransaction, id: string) {
  return await transaction
    .selectFrom('administrators')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setPassword(
  transaction: DatabaseTransaction,
  id: string,
  passwordHash: string,
): Promise<void> {
  await transaction
    .updateTable('administrators')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
}

/** Returns false if this time step or a later one was already used. */
export async function useTotpStep(
  transaction: DatabaseTransaction,
  id: string,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('administrators')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where('totp_last_step', '<', step)
    .where(({ not, exists }) => not(exists(refusedStep(transaction, id, step))))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps the code of a step refused when its time comes. Forgets steps whose time is over. */
export async function refuseTotpStep(
  transaction: DatabaseTransaction,
  id: string,
  step: number,
): Promise<void> {
  await transaction
    .insertInto('refused_totp_steps')
    .values({ administrator_id: id, step })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .deleteFrom('refused_totp_steps')
    .where('administrator_id', '=', id)
    .where('step', '<', step - 3 * MISTIMED_STEPS)
    .execute();
}

export async function isTotpStepRefused(reader: DatabaseReader, id: string, step: number): Promise<boolean> {
  return (await refusedStep(reader, id, step).executeTakeFirst()) !== undefined;
}

function refusedStep(reader: DatabaseReader, id: string, step: number) {
  return reader
    .selectFrom('refused_totp_steps')
    .select('step')
    .where('administrator_id', '=', id)
    .where('step', '=', step);
}

/** Returns false if the code is unknown or was already used. */
export async function useBackupCode(
  transaction: DatabaseTransaction,
  administratorId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('backup_codes')
    .set({ used_at: sql`now()` })
    .where('administrator_id', '=', administratorId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function isUnusedBackupCode(
  reader: DatabaseReader,
  administratorId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const row = await reader
    .selectFrom('backup_codes')
    .select('code_hash')
    .where('administrator_id', '=', administratorId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countBackupCodes(reader: DatabaseReader, administratorId: string): Promise<number> {
  const { left } = await reader
    .selectFrom('backup_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('administrator_id', '=', administratorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
