import { CompiledQuery, sql } from 'kysely';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../infra/db/database.ts';
import { createMerchantsService } from './merchants-service.ts';

const MERCHANTS = 20_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    // VACUUM marks pages as visible to all only when the commit is on disk.
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO users (id, email, name, created_at)
      SELECT md5(number::text)::uuid, 'user' || number || '@example.com', 'Maria', '2026-01-01'
      FROM generate_series(1, 500) AS number`.execute(transaction);
    await sql`INSERT INTO merchants (id, user_id, name, created_at)
      SELECT md5(number::text)::uuid, md5((1 + number % 500)::text)::uuid, 'Shop ' || md5(number::text),
        timestamptz '2026-01-01' + number * interval '7 minutes'
      FROM generate_series(1, ${MERCHANTS}::integer) AS number`.execute(transaction);
  });
  await test.database.query({ text: 'VACUUM ANALYZE merchants' });
  await test.database.query({ text: 'VACUUM ANALYZE list_months, list_days' });
});
afterAll(async () => await test.drop());

interface Explained {
  readonly plan: string;
  /** Pages of 8 KiB that the statement reads. */
  readonly pages: number;
}

const FIRST = { limit: 20, offset: 0, includeDeleted: false, search: '', sort: 'newest' as const };

/** What PostgreSQL does for each statement behind a list that is asked for so often. */
async function explain(query: Partial<typeof FIRST>, times = 1): Promise<Explained[]> {
  const statements: QueryConfig[] = [];
  const database: Database = {
    ...test.database,
    prepared: async ({ text, values }) => {
      const statement = { text, values: [...values] };
      statements.push(statement);
      return (await test.database.query<never>(statement)).rows;
    },
    query: async (statement) => {
      statements.push(statement);
      return await test.database.query(statement);
    },
  };
  const merchants = createMerchantsService({ database });
  for (let done = 0; done < times; done++) await merchants.list({ ...FIRST, ...query });
  return await Promise.all(statements.map(explainStatement));
}

async function explainStatement({ text, values }: QueryConfig): Promise<Explained> {
  return await test.database.transaction(async (transaction) => {
    const explained = CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values ?? []);
    const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>(explained);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, hit = 0, missed = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
    return { plan, pages: Number(hit) + Number(missed) };
  });
}

it.each(['newest', 'oldest'] as const)('reads for a page what the page holds: the %s', async (sort) => {
  for (const includeDeleted of [false, true]) {
    const [{ pages } = { pages: 0 }] = await explain({ sort: sort as 'newest', includeDeleted });
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(120);
  }
});

it('begins a deep page within its day', async () => {
  const [{ plan, pages } = { plan: '', pages: 0 }] = await explain({ offset: MERCHANTS - 1_000 });
  expect(plan).toMatch(/Index Only Scan using merchants_newest_live /);
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThan(180);
});

it.each(['user499@', 'nobody at all'])('finds what is rare through the trigram index: %s', async (search) => {
  const [, { plan, pages } = { plan: '', pages: 0 }] = await explain({ search });
  expect(plan).toContain('Bitmap Index Scan on merchants_search');
  expect(pages).toBeLessThan(400);
});

it('counts a search once as long as no merchant changes', async () => {
  const [, first, second] = await explain({ search: 'shop', offset: 40 }, 2);
  expect(first?.pages).toBeGreaterThan(200);
  expect(second?.pages).toBeLessThan(120);
});
