import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { RateLimiter } from '../../infra/rate-limiter.ts';
import { deleteExpiredRows } from './expired-rows.ts';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterAll(async () => await scratch.drop());

it('deleteExpiredRows deletes rate limit windows without waiting for locked ones', async () => {
  const { database } = scratch;
  await database.query({
    text: `INSERT INTO rate_limit_windows (key, started_at, used)
      VALUES ('a', now() - interval '2 days', 1), ('b', now() - interval '2 days', 1), ('c', now(), 1)`,
  });
  const keys = async () =>
    (await database.query({ text: 'SELECT key, used FROM rate_limit_windows ORDER BY key' })).rows;
  const limiter = new RateLimiter(database, 1);
  const limit = { calls: 5, windowSeconds: 60 };
  await database.transaction(async (transaction) => {
    await limiter.takeWithin(transaction, 'b', limit);
    await deleteExpiredRows(database);
    expect(await keys()).toEqual([
      { key: 'b', used: 1 },
      { key: 'c', used: 1 },
    ]);
    expect(await limiter.takeWithin(transaction, 'a', limit)).toEqual({ allowed: true });
  });
  await deleteExpiredRows(database);
  expect(await keys()).toEqual([
    { key: 'a', used: 1 },
    { key: 'b', used: 1 },
    { key: 'c', used: 1 },
  ]);
});
