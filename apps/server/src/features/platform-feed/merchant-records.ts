import type { FeedMerchant } from '@halyard/contract/platform-feed';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { toUtc } from './feed-batch.ts';
import type { BatchUser } from './feed-refusal.ts';
import { type KeptRow, type Tally, tally } from './feed-tally.ts';
import { updateChanged } from './update-changed.ts';

const UPDATED_COLUMNS = ['user_id', 'name', 'website', 'created_at', 'deleted_at', 'reported_at'] as const;

export interface Creator extends BatchUser {
  readonly max_merchants: number;
  readonly merchant_count: number;
}

/** Locks the new and current creators of the merchants, in the order of their ids. */
export async function lockCreators(
  transaction: DatabaseTransaction,
  merchants: readonly FeedMerchant[],
): Promise<ReadonlyMap<string, Creator>> {
  const named = merchants.flatMap(({ userUuid }) => userUuid ?? []);
  const { rows } = await sql<Creator>`
    SELECT id, blocked_at, came_blocked, max_merchants, merchant_count FROM users
    WHERE id IN (
      SELECT unnest(${named}::uuid[])
      UNION SELECT user_id FROM merchants WHERE id = ANY (${merchants.map(({ uuid }) => uuid)}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  return new Map(rows.map((creator) => [creator.id, creator]));
}

export interface StoredMerchant {
  readonly id: string;
  readonly user_id: string | null;
  readonly is_live: boolean;
}

export async function findStoredMerchants(
  transaction: DatabaseTransaction,
  merchants: readonly FeedMerchant[],
): Promise<ReadonlyMap<string, StoredMerchant>> {
  const { rows } = await sql<StoredMerchant>`
    SELECT id, user_id, deleted_at IS NULL AS is_live FROM merchants
    WHERE id = ANY (${merchants.map(({ uuid }) => uuid)}::uuid[])`.execute(transaction);
  return new Map(rows.map((merchant) => [merchant.id, merchant]));
}

/** Every creator must exist. */
export async function upsertMerchants(
  transaction: DatabaseTransaction,
  merchants: readonly FeedMerchant[],
): Promise<Tally> {
  const { rows } = await sql<KeptRow>`
    INSERT INTO merchants AS stored (id, user_id, name, website, created_at, deleted_at, reported_at)
    SELECT id, user_id, name, website, created_at, deleted_at, item.reported_at
    FROM json_to_recordset(${JSON.stringify(merchants.map(toRow))}) AS item(id uuid, user_id uuid, name text,
      website text, created_at timestamptz, deleted_at timestamptz, reported_at timestamptz)
    ORDER BY id
    ${updateChanged<'merchants'>(UPDATED_COLUMNS)}`.execute(transaction);
  return tally(rows);
}

function toRow({ uuid, userUuid, name, website, createdAt, deletedAt, updatedAt }: FeedMerchant) {
  return {
    id: uuid,
    user_id: userUuid,
    name,
    website: website ?? null,
    created_at: toUtc(createdAt),
    deleted_at: toUtc(deletedAt),
    reported_at: toUtc(updatedAt),
  };
}
