import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { BatchUser } from './feed-refusal.ts';

/**
 * Locks users against an administrator's acts until commit, in the order of their ids: a block or a change of
 * their rate comes before all that a batch reads of them, or after all that it writes.
 * @returns by id, those that exist.
 */
export async function lockUsers(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BatchUser>> {
  const { rows } = await sql<BatchUser>`
    SELECT id, blocked_at, came_blocked FROM users
    WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR SHARE`.execute(transaction);
  return new Map(rows.map((user) => [user.id, user]));
}
