import { Client, escapeIdentifier } from 'pg';
import { expect } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/** Runs `work` while the database is read-only. `database` may have at most ten connections. */
export async function whileReadOnly<T>(
  { direct, database }: Pick<TestDatabase, 'direct' | 'database'>,
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client({ ...direct });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const name = escapeIdentifier(rows[0]?.name ?? '');
  // Connections keep their initial setting, so all others are replaced. This connection stays writable.
  await client.query('SET default_transaction_read_only = off');
  const set = async (value: 'on' | 'off'): Promise<void> => {
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    await client.query(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    const everyConnection = Array.from({ length: 10 }, async () => {
      const text = 'SHOW default_transaction_read_only';
      const ask = async () => await database.query({ text }).then(({ rows }) => rows, String);
      await expect.poll(ask).toEqual([{ default_transaction_read_only: value }]);
    });
    await Promise.all(everyConnection);
  };
  try {
    await set('on');
    return await work();
  } finally {
    await set('off');
    await client.end();
  }
}
