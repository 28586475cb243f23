import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, DatabaseTransaction } from '../src/infra/db/database.ts';

/** Starts a read that waits before it reads `table`, commits a change, and resolves with what was read. */
export async function changeDuringRead<T>(
  database: Database,
  table: string,
  { read, change }: { read: () => Promise<T>; change: (transaction: DatabaseTransaction) => Promise<void> },
): Promise<T> {
  const isAwaited = async () => {
    const { rows } = await database.query({
      text: 'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
      values: [table],
    });
    return rows.length > 0;
  };
  const { reading } = await database.transaction(async (transaction) => {
    await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    const started = read();
    await expect.poll(isAwaited, { timeout: 20_000 }).toBe(true);
    await change(transaction);
    return { reading: started };
  });
  return await reading;
}
