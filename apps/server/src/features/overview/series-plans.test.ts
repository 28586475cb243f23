import { SERIES_RANGES } from '@halyard/contract/overview';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainQuery } from '../../../test/explain.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { readFirstDay, readPeriod, readPoints } from './series-queries.ts';
import { spanOf } from './series-span.ts';

const TODAY = '2026-03-01';
const FIRST_DAY = '2016-03-01';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO order_totals (day, status, testnet, shard, orders, service_fee_usd)
      SELECT day, status, false, shard, 10, 12.345
      FROM generate_series(${FIRST_DAY}::timestamp, ${TODAY}::timestamp, interval '1 day') AS day,
        unnest(ARRAY['paid', 'expired']) AS status, generate_series(0, 3) AS shard`.execute(transaction);
    await sql`INSERT INTO list_days (list, state, day, records)
      SELECT list, state, day, 3
      FROM generate_series(${FIRST_DAY}::timestamp, ${TODAY}::timestamp, interval '1 day') AS day,
        unnest(ARRAY['users', 'merchants', 'invitations']) AS list, unnest(ARRAY['live', 'deleted']) AS state`.execute(
      transaction,
    );
  });
  await vacuumAnalyze(test.database, 'order_totals', 'list_days');
});
afterAll(async () => await test.drop());

const RECORDS = / on (users|merchants|orders)\b/;

it.each(SERIES_RANGES)('the %s series is read from daily totals, not from records', async (range) => {
  const span = spanOf(range, TODAY, FIRST_DAY);
  const { plan } = await explainQuery(test.database, (reader) => readPoints(reader, span));
  expect(plan).toMatch(/ on order_totals\b/);
  expect(plan).not.toMatch(RECORDS);
});

it('the 30-day series and its previous period read only 60 days of totals', async () => {
  const span = spanOf('30d', TODAY, FIRST_DAY);
  const points = await explainQuery(test.database, (reader) => readPoints(reader, span));
  const before = await explainQuery(test.database, async (reader) =>
    span.before ? await readPeriod(reader, span.before) : undefined,
  );
  for (const { plan, pages } of [points, before]) {
    expect(plan).not.toMatch(RECORDS);
    expect(plan).not.toContain('Seq Scan');
    expect(pages).toBeLessThan(60);
  }
});

it('readFirstDay does not scan records', async () => {
  const { plan, pages } = await explainQuery(test.database, readFirstDay);
  expect(plan).not.toMatch(RECORDS);
  expect(pages).toBeLessThan(120);
});
