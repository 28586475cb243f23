import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { openDatabaseClock } from './database-clock.ts';
import { databaseNow } from './database-now.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => await test.drop());

it('tells the time of the database, and counts on between two measurements', async () => {
  const { reader } = test.database;
  let elapsed = 5_000;
  const before = await databaseNow(reader);
  const clock = await openDatabaseClock(reader, () => elapsed);
  const first = clock.now();
  expect(first).toBeGreaterThanOrEqual(before);
  expect(first).toBeLessThanOrEqual(await databaseNow(reader));
  elapsed += 1_500;
  expect(clock.now()).toBe(first + 1_500);
});

it('follows the database after the next measurement, unless that took long', async () => {
  const { reader } = test.database;
  let elapsed = 0;
  let roundTripMs = 0;
  const clock = await openDatabaseClock(reader, () => {
    elapsed += roundTripMs;
    return elapsed;
  });
  const hour = 3_600_000;
  // This clock runs ahead.
  elapsed += hour;
  const wrong = clock.now();
  roundTripMs = 20_000;
  await clock.measure();
  roundTripMs = 0;
  expect(clock.now()).toBeGreaterThanOrEqual(wrong);
  await clock.measure();
  const right = await databaseNow(reader);
  expect(Math.abs(clock.now() - right)).toBeLessThan(hour / 2);
});
