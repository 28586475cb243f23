import { LIMIT_MAX } from '@halyard/contract/constants';
import { sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import { USER_COLUMNS, type UserRow } from './user-list.ts';

/** Action of the audit entries of changed settings. */
export const SETTINGS_UPDATE = 'user.settings_update';

export interface SettingsRow {
  /** A decimal. */
  readonly service_fee_rate: string;
  readonly max_merchants: number;
}

export interface OwnedMerchantRow {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

/** Treats a deleted user as unknown. */
export async function readUser(reader: DatabaseReader, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT ${sql.raw(USER_COLUMNS)} FROM users WHERE id = ${id} AND deleted_at IS NULL`.execute(reader);
  return rows[0];
}

/** Treats a deleted user as unknown. */
export async function readSettings(reader: DatabaseReader, id: string): Promise<SettingsRow | undefined> {
  return await reader
    .selectFrom('users')
    .select(['service_fee_rate', 'max_merchants'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface LastChangeRow {
  readonly actor_email: string | null;
  readonly created_at: Date;
}

export async function readLastSettingsChange(
  reader: DatabaseReader,
  userId: string,
): Promise<LastChangeRow | undefined> {
  // An entry that waits to be linked is newer than all linked ones.
  const { rows } = await sql<LastChangeRow>`
    SELECT actor_email, created_at FROM (
      (SELECT actor_email, created_at, true AS waits FROM audit_inbox
        WHERE resource_type = 'user' AND resource_id = ${userId} AND action = ${SETTINGS_UPDATE}
        ORDER BY position DESC LIMIT 1)
      UNION ALL
      (SELECT actor_email, created_at, false FROM audit_log
        WHERE resource_type = 'user' AND resource_id = ${userId} AND action = ${SETTINGS_UPDATE}
        ORDER BY sequence DESC LIMIT 1)
    ) AS last ORDER BY waits DESC LIMIT 1`.execute(reader);
  return rows[0];
}

/** Lists merchants, newest first, without deleted ones, up to the maximum of a list. */
export async function readMerchantsOf(
  reader: DatabaseReader,
  userId: string,
): Promise<readonly OwnedMerchantRow[]> {
  return await reader
    .selectFrom('merchants')
    .select(['id', 'name', 'website', 'created_at', 'deleted_at'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMIT_MAX)
    .execute();
}

export interface EarnedFees {
  readonly orders: number;
  /** USD with two decimals; the sum is rounded half up once. */
  readonly earned: string;
  readonly at_rate: string;
}

/**
 * Sums the fees of mainnet orders paid `since`, at their own rates and at another decimal `rate`. Leaves out orders whose
 * fee the platform sent, because they do not depend on the rate of the user.
 */
export async function readEarnedFees(
  reader: DatabaseReader,
  { userId, rate, since }: { readonly userId: string; readonly rate: string; readonly since: Date },
): Promise<EarnedFees> {
  const { rows } = await sql<EarnedFees>`
    SELECT count(*) AS orders,
      round(coalesce(sum(service_fee_usd), 0), 2) AS earned,
      round(coalesce(sum(round(amount_usd * ${rate}::numeric, 8)), 0), 2) AS at_rate
    FROM merchants JOIN orders ON orders.merchant_id = merchants.id
    WHERE merchants.user_id = ${userId} AND status = 'paid' AND NOT testnet AND NOT fee_is_stated
      AND paid_at >= ${since}`.execute(reader);
  return onlyRow(rows);
}

export interface BlockEffectRow {
  readonly sessions: number;
  readonly api_keys: number;
  readonly merchants: number;
  readonly open_orders: number;
}

/** Treats a deleted user as unknown. */
export async function readBlockEffect(
  reader: DatabaseReader,
  userId: string,
): Promise<BlockEffectRow | undefined> {
  const { rows } = await sql<BlockEffectRow>`
    SELECT open.sessions, open.api_keys, merchant_count AS merchants,
      (SELECT count(*) FROM merchants JOIN orders ON orders.merchant_id = merchants.id
        WHERE merchants.user_id = users.id AND status = 'pending') AS open_orders
    FROM users CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE kind = 'session') AS sessions, count(*) FILTER (WHERE kind = 'api_key') AS api_keys
      FROM user_credentials WHERE user_id = users.id AND ended_at IS NULL) AS open
    WHERE users.id = ${userId} AND deleted_at IS NULL`.execute(reader);
  return rows[0];
}
