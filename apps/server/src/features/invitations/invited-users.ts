import { emailKey } from '@halyard/contract/email-key';
import type { DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';

/** Ignores deleted users. */
export async function hasUserWithEmail(reader: DatabaseReader, email: string): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the uuid already exists. */
export async function insertInvitedUser(
  transaction: DatabaseTransaction,
  user: { readonly uuid: string; readonly name: string; readonly email: string; readonly createdAt: Date },
): Promise<boolean> {
  const { uuid: id, name, email, createdAt } = user;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('users')
    .values({ id, name, email, email_key: emailKey(email), created_at: createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
