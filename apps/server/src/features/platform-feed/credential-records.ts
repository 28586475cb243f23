import type { FieldError } from '@halyard/contract/error-body';
import type { FeedCredential } from '@halyard/contract/platform-feed';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { itemError, toUtc } from './feed-batch.ts';
import { type BatchUser, refusedItem } from './feed-refusal.ts';
import { type KeptRow, type Tally, tally } from './feed-tally.ts';

export interface StoredCredential {
  readonly id: string;
  readonly user_id: string;
  readonly kind: string;
}

export async function findStoredCredentials(
  transaction: DatabaseTransaction,
  credentials: readonly FeedCredential[],
): Promise<ReadonlyMap<string, StoredCredential>> {
  const rows = await transaction
    .selectFrom('user_credentials')
    .select(['id', 'user_id', 'kind'])
    .where('id', '=', sql<string>`ANY (${credentials.map(({ uuid }) => uuid)}::uuid[])`)
    .execute();
  return new Map(rows.map((credential) => [credential.id, credential]));
}

export function findChangedCredentials(
  credentials: readonly FeedCredential[],
  stored: ReadonlyMap<string, StoredCredential>,
): FieldError[] {
  return credentials.flatMap(({ uuid, userUuid, kind }, position) => {
    const before = stored.get(uuid);
    if (before === undefined) return [];
    const changed = [
      ...(before.user_id === userUuid ? [] : ['userUuid']),
      ...(before.kind === kind ? [] : ['kind']),
    ];
    return changed.map((field) =>
      itemError('credentials', position, field, {
        code: 'already_known',
        message: 'Cannot change after creation. Send the stored value, or a new uuid.',
      }),
    );
  });
}

export function findCredentialsOfBlocked(
  credentials: readonly FeedCredential[],
  users: ReadonlyMap<string, BatchUser>,
  stored: ReadonlyMap<string, StoredCredential>,
): FieldError[] {
  return credentials.flatMap(({ uuid, userUuid }, position) => {
    if (stored.has(uuid) || users.get(userUuid)?.blocked_at == null) return [];
    return refusedItem('credentials', position, 'userUuid', 'user_blocked');
  });
}

/** Never reopens an ended credential. Stores a new one from before the user's last block as ended. */
export async function upsertCredentials(
  transaction: DatabaseTransaction,
  credentials: readonly FeedCredential[],
): Promise<Tally> {
  const { rows } = await sql<KeptRow>`
    INSERT INTO user_credentials AS stored (id, user_id, kind, created_at, ended_at)
    SELECT item.id, item.user_id, item.kind, item.created_at, coalesce(item.ended_at,
      CASE WHEN item.created_at <= users.credentials_ended_at THEN users.credentials_ended_at END)
    FROM json_to_recordset(${JSON.stringify(credentials.map(toRow))}) AS item(id uuid, user_id uuid, kind text,
      created_at timestamptz, ended_at timestamptz)
      JOIN users ON users.id = item.user_id
    ORDER BY item.id
    ON CONFLICT (id) DO UPDATE SET
      created_at = excluded.created_at,
      ended_at = coalesce(stored.ended_at, excluded.ended_at)
    WHERE (stored.created_at, stored.ended_at)
      IS DISTINCT FROM (excluded.created_at, coalesce(stored.ended_at, excluded.ended_at))
    RETURNING xmax = 0 AS created`.execute(transaction);
  return tally(rows);
}

function toRow({ uuid, userUuid, kind, createdAt, endedAt }: FeedCredential) {
  return { id: uuid, user_id: userUuid, kind, created_at: toUtc(createdAt), ended_at: toUtc(endedAt) };
}
