import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { auditWith } from '../../app.ts';
import { runForeignRowCommand } from './foreign-row-commands.ts';

let test: TestApplication;
beforeAll(async () => {
  test = await startTestApplication();
});
afterAll(async () => await test.close());

async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const appendAudit = auditWith(test.masterKeys, Date.now);
  const done = await runForeignRowCommand({ ...test, appendAudit }, args, (line) => lines.push(line));
  return { done, output: lines.join('\n') };
}

it('rows check lists changed rows, and rows remove removes only such a row, with an audit entry', async () => {
  const ada = await test.createAdministrator('ada@example.com');
  const bob = await test.createAdministrator('bob@example.com');
  expect(await run('check')).toEqual({
    done: true,
    output: 'Every administrator, session and service key was written by Halyard.',
  });
  await sql`UPDATE administrators SET password_hash = '' WHERE id = ${ada.id}`.execute(test.database.reader);
  expect(await run('check')).toEqual({
    done: false,
    output: `administrators ${ada.id} was changed outside Halyard
These rows grant no access. Find out who wrote to the database, then remove them with rows remove.`,
  });
  expect(await run('remove', 'administrators', bob.id)).toEqual({
    done: false,
    output: `rows remove: administrators ${bob.id} was not changed outside Halyard, or does not exist. Nothing was removed.`,
  });
  expect(await run('remove', 'administrators', ada.id)).toEqual({
    done: true,
    output: `Removed administrators ${ada.id}.`,
  });
  expect(await run('check')).toMatchObject({ done: true });
  const entries = await test.database.reader
    .selectFrom('audit_log')
    .select(['actor_type', 'metadata'])
    .where('action', '=', 'foreign_row.remove')
    .execute();
  expect(entries).toEqual([{ actor_type: 'system', metadata: { table: 'administrators', id: ada.id } }]);
  expect(await test.createAdministrator('ada@example.com')).toMatchObject({ email: 'ada@example.com' });
});

it.each([
  [[], 'rows: expected check, or remove <table> <id>'],
  [['check', 'all'], 'rows: expected check, or remove <table> <id>'],
  [['remove', 'users', 'x'], 'rows remove: expected administrators|sessions|service_keys and an id'],
  [['remove', 'sessions', '1'], 'rows remove: expected administrators|sessions|service_keys and an id'],
])('rows %j says what it expects', async (args, output) => {
  expect(await run(...args)).toEqual({ done: false, output });
});
