import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../test/recording-log.ts';
import { newestMigration } from '../../test/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { addHealthRoutes } from '../http/health-routes.ts';
import { createReadiness } from './readiness.ts';

let testDatabase: TestDatabase;
let app: ReturnType<typeof fastify>;
const { log, lines } = createRecordingLog();
/** Offset of the process clock from the database, and uptime of the process. */
const clock = { aheadMs: 0, elapsedMs: 0 };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(async () => await testDatabase.drop());
beforeEach(async () => {
  lines.length = 0;
  Object.assign(clock, { aheadMs: 0, elapsedMs: 0 });
  app = fastify();
  const { database } = testDatabase;
  const now = () => Date.now() + clock.aheadMs;
  const elapsed = () => clock.elapsedMs;
  const parts = { database, newestMigration: await newestMigration(), log, now, elapsed };
  addHealthRoutes(app, createReadiness(parts));
});

async function probe(aheadMs: number): Promise<number> {
  clock.aheadMs = aheadMs;
  return (await app.inject({ url: '/readyz' })).statusCode;
}

const SECOND_MS = 1_000;
const offsets = () => lines.map(({ fields }) => ('offsetMs' in fields ? fields.offsetMs : undefined));

it.each([0, 1, -1])(
  'createReadiness is ready without a warning %i s ahead of the database',
  async (seconds) => {
    expect(await probe(seconds * SECOND_MS)).toBe(200);
    expect(lines).toEqual([]);
  },
);

it.each([5, -5, 15, -15])(
  'createReadiness is ready but warns %i s ahead of the database',
  async (seconds) => {
    expect(await probe(seconds * SECOND_MS)).toBe(200);
    expect(lines).toMatchObject([{ level: 'warn', message: 'clock offset' }]);
    // A slow answer makes the offset less exact.
    expect(Math.abs(Number(offsets()[0]) - seconds * SECOND_MS)).toBeLessThan(3 * SECOND_MS);
  },
);

// @spec O.29
it.each([30, -30, 600, -3_600])(
  'createReadiness is not ready and warns %i s ahead of the database',
  async (seconds) => {
    expect(await probe(seconds * SECOND_MS)).toBe(503);
    expect(lines).toMatchObject([{ level: 'warn', message: 'clock offset' }]);
    expect(await probe(0)).toBe(200);
  },
);

it('createReadiness warns at most once a minute', async () => {
  for (let times = 0; times < 3; times++) await probe(5 * SECOND_MS);
  clock.elapsedMs += 59_999;
  await probe(5 * SECOND_MS);
  expect(lines).toHaveLength(1);
  clock.elapsedMs += 1;
  await probe(5 * SECOND_MS);
  await probe(5 * SECOND_MS);
  expect(lines).toHaveLength(2);
});

describe('createReadiness with missing migrations', () => {
  const execute = async (text: string) => void (await testDatabase.database.query({ text }));

  // @spec O.29
  it.each([
    [
      'the newest, as of an older dump',
      `CREATE TABLE kept AS SELECT * FROM schema_migrations ORDER BY version DESC LIMIT 1;
        DELETE FROM schema_migrations WHERE version = (SELECT version FROM kept)`,
      'INSERT INTO schema_migrations SELECT * FROM kept; DROP TABLE kept',
    ],
    [
      'all, as in a new schema',
      'ALTER SCHEMA public RENAME TO kept; CREATE SCHEMA public',
      'DROP SCHEMA public; ALTER SCHEMA kept RENAME TO public',
    ],
  ])('is not ready without %s, and warns once a minute', async (_name, take, putBack) => {
    expect(await probe(0)).toBe(200);
    await execute(take);
    expect([await probe(0), await probe(0)]).toEqual([503, 503]);
    expect(lines).toMatchObject([
      { level: 'warn', message: 'the database lacks migrations; restart to apply them' },
    ]);
    clock.elapsedMs += 60_000;
    expect(await probe(0)).toBe(503);
    expect(lines).toHaveLength(2);
    await execute(putBack);
    expect(await probe(0)).toBe(200);
  });

  it('is ready if a newer process has migrated further', async () => {
    await execute(`INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'newer', 'x')`);
    expect(await probe(0)).toBe(200);
    await execute('DELETE FROM schema_migrations WHERE version = 9999');
  });
});
