import { sql } from 'kysely';
import { lockAdministrator } from '../src/features/auth/administrators/administrator-store.ts';
import { lockAwaited } from './enrolled-account.ts';
import type { TestApplication } from './test-application.ts';

/** Starts `work` while a transaction locks what a password change does: the administrator, its own session, another one. */
export async function besidePasswordChange<T>(
  { database, sealedRows }: TestApplication,
  { administratorId, keptSessionId }: { readonly administratorId: string; readonly keptSessionId?: string },
  work: () => Promise<T>,
): Promise<T> {
  const { result } = await database.transaction(async (transaction) => {
    const lockSession = async (order: 'first' | 'last') =>
      await sql`SELECT FROM sessions WHERE id = (
        SELECT id FROM sessions WHERE administrator_id = ${administratorId} AND ended_at IS NULL
          AND id IS DISTINCT FROM ${keptSessionId ?? null}
        ORDER BY id ${sql.raw(order === 'first' ? 'ASC' : 'DESC')} LIMIT 1) FOR UPDATE`.execute(transaction);
    await lockAdministrator(transaction, sealedRows, administratorId);
    await lockSession('last');
    const begun = { result: work() };
    await lockAwaited(database);
    await lockSession('first');
    return begun;
  });
  return await result;
}
