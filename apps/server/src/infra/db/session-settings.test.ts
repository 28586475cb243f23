import { escapeIdentifier, escapeLiteral } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from '../../../test/test-application.ts';
import { verifyAuditLog } from '../audit/verification/verify-audit-log.ts';
import { createDatabase, type Database } from './database.ts';
import { waitForDatabase } from './wait-for-database.ts';

/** Legal settings of a role or database that change how PostgreSQL reads and writes values, or ends statements. */
const OTHERS = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  client_encoding: 'LATIN1',
  default_transaction_isolation: 'serializable',
  extra_float_digits: '-5',
  idle_in_transaction_session_timeout: '60000',
  idle_session_timeout: '60000',
  lock_timeout: '7',
  row_security: 'off',
  search_path: 'nowhere',
  standard_conforming_strings: 'off',
  statement_timeout: '900000',
};
/** Only a superuser may set it back. */
const SUPERUSERS = { session_replication_role: 'replica' };
const NAMES = Object.keys({ ...OTHERS, ...SUPERUSERS });

let test: TestApplication;
beforeAll(async () => {
  // Behind a pooler, the account has the settings, and the product sets none.
  test = await startTestApplication({}, { bypassesPooler: true });
  await test.createAdministrator('ada@example.com');
});
afterAll(async () => await test.close());

async function settingsOf(database: Database): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string; setting: string }>({
    text: 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    values: [NAMES],
  });
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

const open = () => createDatabase({ connection: test.connection, max: 1, log: createRecordingLog().log });

it.each(['the database', 'the role'])('the product works if %s has settings of its own', async (whose) => {
  const usual = await settingsOf(test.database);
  const { rows } = await test.database.query<{ role: string; name: string }>({
    text: 'SELECT current_user AS role, current_database() AS name',
  });
  const name = escapeIdentifier(rows[0]?.name ?? '');
  const owner =
    whose === 'the role'
      ? `ROLE ${escapeIdentifier(rows[0]?.role ?? '')} IN DATABASE ${name}`
      : `DATABASE ${name}`;
  for (const [setting, value] of Object.entries(OTHERS)) {
    const text = setting === 'search_path' ? value : escapeLiteral(value);
    await test.database.query({ text: `ALTER ${owner} SET ${setting} = ${text}` });
  }
  try {
    await test.database.query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    });
    const database = open();
    expect(await settingsOf(database)).toEqual(usual);
    await waitForDatabase({ connection: test.connection, log: createRecordingLog().log });
    const parts = { database, masterKeys: test.masterKeys };
    const before = await verifyAuditLog(parts);
    // The pool notices some ended connections only when it uses them.
    await vi.waitFor(async () => {
      const answer = await test.newBrowser().signIn('ada@example.com', TEST_PASSWORD);
      expect(answer.status).toBe(200);
    }, 5_000);
    const after = await verifyAuditLog(parts);
    expect(after).toMatchObject({ fault: undefined, last: before.last + 1 });
    await database.close();
  } finally {
    await test.database.query({ text: `ALTER ${owner} RESET ALL` });
  }
});

it('createDatabase keeps a search path that leads to the tables of an installation in its own schema', async () => {
  const { rows } = await test.database.query<{ name: string }>({ text: 'SELECT current_database() AS name' });
  const name = escapeIdentifier(rows[0]?.name ?? '');
  await test.database.query({
    text: `CREATE SCHEMA own; CREATE TABLE own.schema_migrations ();
      ALTER DATABASE ${name} SET search_path = own, public`,
  });
  try {
    const database = open();
    expect(await settingsOf(database)).toMatchObject({ search_path: 'own, public' });
    await database.close();
  } finally {
    await test.database.query({ text: `ALTER DATABASE ${name} RESET ALL; DROP SCHEMA own CASCADE` });
  }
});

it('waitForDatabase explains a setting that the account may not change', async () => {
  const { rows } = await test.database.query<{ name: string }>({ text: 'SELECT current_database() AS name' });
  const name = escapeIdentifier(rows[0]?.name ?? '');
  await test.database.query({
    text: `CREATE ROLE halyard_bound LOGIN; GRANT CONNECT ON DATABASE ${name} TO halyard_bound;
      ALTER ROLE halyard_bound IN DATABASE ${name} SET session_replication_role = 'replica'`,
  });
  const connection = { ...test.connection, user: 'halyard_bound' };
  await expect(waitForDatabase({ connection, log: createRecordingLog().log })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^DATABASE_URL: [^\n]*session_replication_role[^\n]*$/),
  });
  await test.database.query({
    text: `REVOKE ALL ON DATABASE ${name} FROM halyard_bound; DROP ROLE halyard_bound`,
  });
});
