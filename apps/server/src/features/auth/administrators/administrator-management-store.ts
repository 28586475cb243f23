import { emailKey } from '@halyard/contract/email-key';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { changeAdministrator } from './administrator-store.ts';

export async function insertAdministrator(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const values = { email, email_key: emailKey(email), password_hash: passwordHash };
  return (await sealedRows.insert(transaction, 'administrators', values))?.id;
}

/** Locks the active administrators until commit and returns their ids. */
export async function lockActiveAdministrators(transaction: DatabaseTransaction): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom('administrators')
    .select('id')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function setDisabled(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
  disabled: boolean,
): Promise<void> {
  const disabled_at = disabled ? new Date(await databaseNow(transaction)) : null;
  await changeAdministrator(transaction, sealedRows, id, () => ({ disabled_at }));
}

/** Resets the wrong-code count and deletes unfinished setups. */
export async function forgetCodesAndSetups(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<void> {
  await changeAdministrator(transaction, sealedRows, administratorId, () => ({
    code_failures: 0,
    code_window_started_at: null,
    code_locks: 0,
    codes_locked_until: null,
    step_up_failures: 0,
    wrong_codes_in_row: 0,
    wrong_codes_mailed_at: null,
  }));
  await transaction
    .deleteFrom('two_factor_setups')
    .where('session_id', 'in', (query) =>
      query.selectFrom('sessions').select('id').where('administrator_id', '=', administratorId),
    )
    .execute();
}

/** Lists administrators, oldest first, with the last request time among stored sessions. */
export async function readAdministrators(reader: DatabaseReader) {
  return await reader
    .selectFrom('administrators as a')
    .select((query) => [
      'a.id',
      'a.email',
      'a.created_at',
      'a.disabled_at',
      'a.totp_enabled_at',
      query
        .selectFrom('sessions as s')
        .select(({ fn }) => fn.max('s.last_seen_at').as('at'))
        .whereRef('s.administrator_id', '=', 'a.id')
        .as('last_seen_at'),
    ])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute();
}
