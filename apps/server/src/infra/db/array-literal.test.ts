import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { arrayLiteral } from './array-literal.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
});
afterAll(async () => await test.drop());

async function read(values: readonly (string | null)[]): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ readonly value: string | null }>`
    SELECT value FROM unnest(${arrayLiteral(values)}::text[]) AS value`.execute(test.database.reader);
  return rows.map(({ value }) => value);
}

it('arrayLiteral round-trips any text', async () => {
  const odd = ['', ' ', 'NULL', 'null', '{}', 'a,b', '"', '\\', '\\"', '\n', "'", null, '😀'];
  expect(await read(odd)).toEqual(odd);
  expect(await read([])).toEqual([]);
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', ',', '{', '}', '\n', 'é') });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      expect(await read(values)).toEqual(values);
    }),
    { numRuns: 50 },
  );
});

it('arrayLiteral round-trips bytes', async () => {
  const { rows } = await sql<{ readonly value: Buffer }>`
    SELECT value FROM unnest(${arrayLiteral(['\\x00ff', '\\x'])}::bytea[]) AS value`.execute(
    test.database.reader,
  );
  expect(rows.map(({ value }) => value.toString('hex'))).toEqual(['00ff', '']);
});
