import { CompiledQuery, sql } from 'kysely';
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

interface Explained {
  readonly plan: string;
  /** Pages of 8 KiB that the statement reads. */
  readonly pages: number;
}

/** What PostgreSQL does for the statement behind a list; with `withoutScans` it avoids reading whole tables. */
async function explain(
  read: (database: Database) => Promise<unknown>,
  { withoutScans = false } = {},
): Promise<Explained> {
  let statement: QueryConfig = { text: '' };
  const database: Database = {
    ...test.database,
    prepared: async ({ text, values }) => {
      statement = { text, values: [...values] };
      return [];
    },
    query: async (config) => {
      statement = config;
      return await test.database.query(config);
    },
  };
  await read(database);
  const { text, values } = statement;
  return await test.database.transaction(async (transaction) => {
    if (withoutScans) await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
    const explained = CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>(explained);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, hit = 0, missed = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
    return { plan, pages: Number(hit) + Number(missed) };
  });
}

const first = { limit: 20, offset: 0, includeDeleted: false };

it('reads for a page what the page holds, however many users there are', async () => {
  for (const includeDeleted of [false, true]) {
    const { pages } = await explain((database) => readUserPage(database, { ...first, includeDeleted }));
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(40);
  }
});

it('skips to a deep page through the index alone', async () => {
  const { plan } = await explain((database) => readUserPage(database, { ...first, offset: USERS - 1_000 }));
  expect(plan).toMatch(/Index Only Scan using users_newest .*\n\s*Heap Fetches: 0\n/);
});

it.each(['user19999@', 'nobody at all'])(
  'finds what is rare through the trigram index: %s',
  async (search) => {
    const { plan, pages } = await explain((database) => searchUsers(database, { ...first, search }));
    expect(plan).toContain('Bitmap Index Scan on users_search');
    expect(pages).toBeLessThan(200);
  },
);

it.each(['ar', 'qz', '山田', '%', '-7 %'])('leaves the trigram index alone for %s', async (search) => {
  const read = (database: Database) => searchUsers(database, { ...first, search });
  expect((await explain(read, { withoutScans: true })).plan).not.toContain('users_search');
});
