import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabaseBefore, type OlderDatabase } from '../../../test/older-database.ts';

let test: OlderDatabase;

beforeEach(async () => {
  test = await createDatabaseBefore('0021');
});
afterEach(async () => await test.drop());

it('an upgrade folds the search texts of existing records and cleans their names', async () => {
  await test.database.query({
    text: `INSERT INTO users (id, email, email_key, name, created_at)
      SELECT gen_random_uuid(), email, email, name, now() FROM unnest($1::text[], $2::text[]) AS item (email, name)`,
    values: [
      ['bjørg@example.com', 'b@example.com', 'c@example.com', 'd@example.com'],
      ['Bjørg Tøndel', '\u200BAna\u202E\n\u00C5gren\u202C', '\u202E', 'D`Arcy'],
    ],
  });
  await test.database.query({
    text: `INSERT INTO merchants (id, user_id, name, created_at)
      SELECT gen_random_uuid(), id, 'Café\u202E Łódź', now() FROM users WHERE email = 'bjørg@example.com'`,
  });
  await test.upgrade();
  const { rows: users } = await test.database.query({
    text: 'SELECT name, search_text FROM users ORDER BY email',
  });
  expect(users).toEqual([
    { name: 'Ana Ågren', search_text: 'ana agren\nb@example.com' },
    { name: 'Bjørg Tøndel', search_text: 'bjorg tondel\nbjorg@example.com' },
    { name: '\u202E', search_text: '\nc@example.com' },
    { name: 'D`Arcy', search_text: "d'arcy\nd@example.com" },
  ]);
  const { rows: merchants } = await test.database.query({ text: 'SELECT name, search_text FROM merchants' });
  expect(merchants).toEqual([{ name: 'Café Łódź', search_text: 'cafe lodz\nbjorg@example.com' }]);
});
