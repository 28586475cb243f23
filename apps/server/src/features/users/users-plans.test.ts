import { sql } from 'kysely';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../infra/db/database.ts';
import { readUserPage, searchUsers } from './users-queries.ts';

const USERS = 20_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    // VACUUM marks pages as visible to all only when the commit is on disk.
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO users (id, email, name, created_at)
      SELECT md5(number::text)::uuid, 'user' || number || '@example.com',
        CASE number % 20 WHEN 0 THEN 'Maria Pavão' ELSE 'Иван ' || md5(number::text) END,
        timestamptz '2026-01-01' + number * interval '1 second'
      FROM generate_series(1, ${USERS}::integer) AS number`.execute(transaction);
  });
  await test.database.query({ text: 'VACUUM ANALYZE users' });
});
afterAll(async () => await test.drop());

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages of 8 KiB that the statement behind a list reads. */
async function pagesReadBy(read: (database: Database) => Promise<unknown>): Promise<number> {
  let statement: QueryConfig = { text: '' };
  await read({
    ...test.database,
    prepared: async ({ text, values }) => {
      statement = { text, values: [...values] };
      return [];
    },
    query: async (config) => {
      statement = config;
      return await test.database.query(config);
    },
  });
  const { text, values = [] } = statement;
  const explained = { text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values };
  const { rows } = await test.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return plan === undefined ? Number.NaN : plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

const first = { limit: 20, offset: 0, includeDeleted: false };

it('reads for a page what the page holds, however many users there are', async () => {
  expect(await pagesReadBy((database) => readUserPage(database, first))).toBeLessThan(40);
  expect(
    await pagesReadBy((database) => readUserPage(database, { ...first, includeDeleted: true })),
  ).toBeLessThan(40);
});

it('skips to a deep page through the index alone', async () => {
  const { rows } = await test.database.query<{ pages: number }>({
    text: `SELECT relpages AS pages FROM pg_class WHERE relname = 'users'`,
  });
  const pages = await pagesReadBy((database) => readUserPage(database, { ...first, offset: USERS - 1_000 }));
  expect(pages).toBeLessThan(0.75 * (rows[0]?.pages ?? 0));
});

it.each(['user19999@', 'nobody at all'])(
  'finds what is rare through the trigram index: %s',
  async (search) => {
    expect(await pagesReadBy((database) => searchUsers(database, { ...first, search }))).toBeLessThan(200);
  },
);

it('reads the table at most twice for a term that no index helps with', async () => {
  const { rows } = await test.database.query<{ pages: number }>({
    text: `SELECT relpages AS pages FROM pg_class WHERE relname = 'users'`,
  });
  for (const search of ['ar', 'qz', 'ãо', '%']) {
    const pages = await pagesReadBy((database) => searchUsers(database, { ...first, search }));
    expect(pages).toBeLessThan(2.1 * (rows[0]?.pages ?? 0));
  }
});
