import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

let test: TestDatabase;
let older: string;

beforeEach(async () => {
  test = await createTestDatabase({ empty: true });
  older = await mkdtemp(path.join(tmpdir(), 'halyard-migrations-'));
  for (const file of (await readdir(MIGRATIONS)).filter((name) => name < '0021')) {
    await cp(path.join(MIGRATIONS, file), path.join(older, file));
  }
  await runMigrations(older);
});

afterEach(async () => {
  await test.drop();
  await rm(older, { recursive: true, force: true });
});

async function runMigrations(directory: string): Promise<void> {
  await migrate({ connection: test.connection, directory, log: createRecordingLog().log });
}

it('migration 0021 folds the search texts of existing records and cleans their names', async () => {
  await test.database.query({
    text: `INSERT INTO users (id, email, email_key, name, created_at)
      SELECT gen_random_uuid(), email, email, name, now() FROM unnest($1::text[], $2::text[]) AS item (email, name)`,
    values: [
      ['bjørg@example.com', 'b@example.com', 'c@example.com'],
      ['Bjørg Tøndel', '\u200BAna\u202E\n\u00C5gren\u202C', '\u202E'],
    ],
  });
  await test.database.query({
    text: `INSERT INTO merchants (id, user_id, name, created_at)
      SELECT gen_random_uuid(), id, 'Café\u202E Łódź', now() FROM users WHERE email = 'bjørg@example.com'`,
  });
  await runMigrations(MIGRATIONS);
  const { rows: users } = await test.database.query({
    text: 'SELECT name, search_text FROM users ORDER BY email',
  });
  expect(users).toEqual([
    { name: 'Ana Ågren', search_text: 'ana agren\nb@example.com' },
    { name: 'Bjørg Tøndel', search_text: 'bjorg tondel\nbjorg@example.com' },
    { name: '\u202E', search_text: '\nc@example.com' },
  ]);
  const { rows: merchants } = await test.database.query({ text: 'SELECT name, search_text FROM merchants' });
  expect(merchants).toEqual([{ name: 'Café Łódź', search_text: 'cafe lodz\nbjorg@example.com' }]);
});
