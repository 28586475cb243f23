import { emailKey } from '@halyard/contract/email-key';
import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';

export async function insertAdministrator(
  transaction: DatabaseTransaction,
  email: string,
  passwordHash: string,
): Promise<string | undefined> {
  const row = await transaction
    .insertInto('administrators')
    .values({ email, email_key: emailKey(email), password_hash: passwordHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
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
  id: string,
  disabled: boolean,
): Promise<void> {
  await transaction
    .updateTable('administrators')
    .set({ disabled_at: disabled ? sql`now()` : null })
    .where('id', '=', id)
    .execute();
}

/** Deletes the wrong-code count and unfinished setups. The administrator's row must be locked. */
export async function forgetCodesAndSetups(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<void> {
  await transaction.deleteFrom('code_failures').where('administrator_id', '=', administratorId).execute();
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
