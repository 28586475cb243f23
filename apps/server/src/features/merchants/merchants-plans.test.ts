import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Explained, explainStatements } from '../../../test/explain.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import type { LiveListQuery } from '../../infra/creation-list/creation-list.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { createMerchantsService } from './merchants-service.ts';

const MERCHANTS = 20_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    // VACUUM marks pages as visible to all only when the commit is on disk.
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO users (id, email, email_key, name, created_at)
      SELECT md5(number::text)::uuid, 'user' || number || '@example.com', 'user' || number || '@example.com', 'Maria', '2026-01-01'
      FROM generate_series(1, 500) AS number`.execute(transaction);
    await sql`INSERT INTO merchants (id, user_id, name, created_at)
      SELECT md5(number::text)::uuid, md5((1 + number % 500)::text)::uuid, 'Shop ' || md5(number::text),
        timestamptz '2026-01-01' + number * interval '7 minutes'
      FROM generate_series(1, ${MERCHANTS}::integer) AS number`.execute(transaction);
  });
  await vacuumAnalyze(test.database, 'merchants', 'list_days');
});
afterAll(async () => await test.drop());

const FIRST = { limit: 20, offset: 0, includeDeleted: false, search: '', sort: 'newest' as const };

async function explain(query: Partial<LiveListQuery>): Promise<Explained> {
  return await explainStatements(test.database, (database) =>
    createMerchantsService({ database }).list({ ...FIRST, ...query }),
  );
}

it.each(['newest', 'oldest'] as const)('the list of merchants reads few pages, %s first', async (sort) => {
  for (const includeDeleted of [false, true]) {
    const { pages } = await explain({ sort, includeDeleted });
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(120);
  }
});

it('a deep page of merchants reads the index only from the start of its day', async () => {
  const { plan, pages } = await explain({ offset: MERCHANTS - 1_000 });
  expect(plan).toMatch(/Index Only Scan using merchants_newest_live /);
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThan(180);
});

it.each([0, 400])('a page of merchants of some days reads only their index, at offset %i', async (offset) => {
  const days = { createdFrom: '2026-01-31', createdTo: '2026-02-02' };
  for (const sort of ['newest', 'oldest'] as const) {
    for (const includeDeleted of [false, true]) {
      const { plan, pages } = await explain({ ...days, sort, includeDeleted, offset });
      expect(plan).toMatch(/Index (Only )?Scan (Backward )?using merchants_newest/);
      expect(plan).not.toContain('Seq Scan on merchants');
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThan(180);
    }
  }
});

it.each(['user499@', 'nobody at all'])('merchant search for %s uses the trigram index', async (search) => {
  const { plan, pages } = await explain({ search });
  expect(plan).toContain('Bitmap Index Scan on merchants_search');
  expect(pages).toBeLessThan(400);
});

it('merchant search finds a creator address through the text, key and creator indexes', async () => {
  const { plan, pages } = await explain({ search: 'user499@example.com' });
  expect(plan).toContain('Bitmap Index Scan on merchants_search');
  expect(plan).toMatch(/Index (Only )?Scan (on|using) users_email_key/);
  expect(plan).toContain('Bitmap Index Scan on merchants_of_user');
  expect(pages).toBeLessThan(400);
});
