import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { BatchUser } from './feed-refusal.ts';

/** Locks users by id until commit, so that blocks and rate changes cannot interleave with a batch. */
export async function lockUsers(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BatchUser>> {
  const { rows } = await sql<BatchUser>`
    SELECT id, blocked_at, came_blocked FROM users
    WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR SHARE`.execute(transaction);
  return new Map(rows.map((user) => [user.id, user]));
}
