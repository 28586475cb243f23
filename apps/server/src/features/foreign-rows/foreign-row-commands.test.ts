import { randomBytes } from 'node:crypto';
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
    output: 'Every administrator, session, service key and pending invitation was written by Halyard.',
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

it('rows remove revokes a pending invitation that was changed outside, and its email can be invited again', async () => {
  const { database, sealedRows } = test;
  const email = 'eve@example.com';
  const invite = async () =>
    await database.transaction(
      async (transaction) =>
        await sealedRows.insert(transaction, 'invitations', {
          email,
          email_key: email,
          token_hash: randomBytes(32),
          expires_at: new Date(Date.now() + 86_400_000),
        }),
    );
  const invitation = await invite();
  await sql`UPDATE invitations SET expires_at = expires_at + interval '1 year'`.execute(database.reader);
  expect(await run('check')).toMatchObject({
    done: false,
    output: expect.stringContaining(`invitations ${invitation?.id} was changed outside Halyard`),
  });
  expect(await invite()).toBeUndefined();
  expect(await run('remove', 'invitations', invitation?.id ?? '')).toMatchObject({ done: true });
  expect(await run('check')).toMatchObject({ done: true });
  expect(await invite()).toMatchObject({ status: 'pending' });
});

it.each([
  [[], 'rows: expected check, or remove <table> <id>'],
  [['check', 'all'], 'rows: expected check, or remove <table> <id>'],
  [
    ['remove', 'users', 'x'],
    'rows remove: expected administrators|sessions|service_keys|invitations and an id',
  ],
  [
    ['remove', 'sessions', '1'],
    'rows remove: expected administrators|sessions|service_keys|invitations and an id',
  ],
])('rows %j says what it expects', async (args, output) => {
  expect(await run(...args)).toEqual({ done: false, output });
});
