import { emailKey } from '@halyard/contract/email-key';
import type { FeedUser } from '@halyard/contract/platform-feed';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { toUtc } from './feed-batch.ts';
import { type KeptRow, type Tally, tally } from './feed-tally.ts';
import { updateChanged } from './update-changed.ts';

const UPDATED_COLUMNS = [
  'email',
  'email_key',
  'name',
  'profile_image_url',
  'created_at',
  'deleted_at',
  'reported_at',
] as const;

/** Writes the `initial` state only on creation, because administrators own it afterwards. */
export async function upsertUsers(
  transaction: DatabaseTransaction,
  users: readonly FeedUser[],
): Promise<Tally> {
  const { rows } = await sql<KeptRow>`
    INSERT INTO users AS stored (id, email, email_key, name, profile_image_url, created_at, deleted_at,
      blocked_at, blocked_reason, came_blocked, credentials_ended_at, service_fee_rate, max_merchants, reported_at)
    SELECT id, email, email_key, name, profile_image_url, created_at, deleted_at,
      blocked_at, blocked_reason, blocked_at IS NOT NULL, blocked_at, coalesce(service_fee_rate, 0.01),
      coalesce(max_merchants, -1), item.reported_at
    FROM json_to_recordset(${JSON.stringify(users.map(toRow))}) AS item(id uuid, email text, email_key text, name text,
      profile_image_url text, created_at timestamptz, deleted_at timestamptz, blocked_at timestamptz,
      blocked_reason text, service_fee_rate numeric, max_merchants integer,
      reported_at timestamptz)
    ORDER BY id
    ${updateChanged<'users'>(UPDATED_COLUMNS)}`.execute(transaction);
  return tally(rows);
}

function toRow({ uuid, email, name, profileImageUrl, createdAt, deletedAt, initial, updatedAt }: FeedUser) {
  return {
    id: uuid,
    email,
    email_key: emailKey(email),
    name,
    profile_image_url: profileImageUrl ?? null,
    created_at: toUtc(createdAt),
    deleted_at: toUtc(deletedAt),
    blocked_at: toUtc(initial?.blocked?.at),
    blocked_reason: initial?.blocked?.reason ?? null,
    service_fee_rate: initial?.serviceFeeRate ?? null,
    max_merchants: initial?.maxMerchants ?? null,
    reported_at: toUtc(updatedAt),
  };
}
