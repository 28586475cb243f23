import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import { noSuchUser } from './no-such-user.ts';

export interface LockedUser {
  readonly id: string;
  readonly email: string;
  readonly blocked_at: Date | null;
  readonly blocked_reason: string | null;
  /** A decimal without trailing zeros. */
  readonly service_fee_rate: string;
  readonly max_merchants: number;
}

/** Locks the user before any other row, as feed batches do. @throws Problem `not_found`, also for a deleted user */
export async function lockUser(transaction: DatabaseTransaction, id: string): Promise<LockedUser> {
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'blocked_at', 'blocked_reason', 'max_merchants'])
    .select(sql<string>`trim_scale(service_fee_rate)`.as('service_fee_rate'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw noSuchUser();
  return user;
}

/** @param settings.service_fee_rate a decimal */
export async function setUserSettings(
  transaction: DatabaseTransaction,
  id: string,
  settings: { readonly service_fee_rate: string; readonly max_merchants: number },
): Promise<void> {
  await transaction.updateTable('users').set(settings).where('id', '=', id).execute();
}

/** Invalidates all older credentials. Returns the time by the database's clock. */
export async function blockLockedUser(
  transaction: DatabaseTransaction,
  id: string,
  reason: string,
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE users SET blocked_at = clock.at, credentials_ended_at = clock.at, blocked_reason = ${reason}
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS clock
    WHERE id = ${id} RETURNING clock.at`.execute(transaction);
  return onlyRow(rows).at;
}

export async function unblockLockedUser(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ blocked_at: null, blocked_reason: null, came_blocked: false })
    .where('id', '=', id)
    .execute();
}

export async function endCredentials(
  transaction: DatabaseTransaction,
  userId: string,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('user_credentials')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}
