import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateSchema } from '../../../test/generate-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(async () => {
  await test.drop();
});

it('generated types match the migrated schema (update with "npm run db:types")', async () => {
  const kept = await readFile(new URL('schema.ts', import.meta.url), 'utf8');
  expect(await generateSchema(test.connection)).toBe(kept);
});
