import { isCommonPassword } from '@halyard/contract/common-passwords';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolAdministrator, signInWhole } from '../../../../test/authenticator.ts';
import { besidePasswordChange } from '../../../../test/beside-password-change.ts';
import {
  HASH_FORM,
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
} from '../../../../test/test-application.ts';
import { codeAt } from '../../../../test/totp-codes.ts';
import { auditWith } from '../../../app.ts';
import { createEnvironmentKeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import { createOutbox } from '../../../infra/outbox/outbox.ts';
import { type AdministratorCommand, runAdministratorCommand } from './administrator-commands.ts';
import {
  type AdministratorManagement,
  createAdministratorManagement,
} from './administrator-management-service.ts';

let test: TestApplication;
let management: AdministratorManagement;

beforeAll(async () => {
  test = await startTestApplication();
  management = createAdministratorManagement({
    database: test.database,
    sealedRows: test.sealedRows,
    appendAudit: auditWith(test.masterKeys, () => test.clock.now),
    outbox: createOutbox({ keys: createEnvironmentKeyWrapper(test.masterKeys) }),
    passwords: test.passwords,
    isCommonPassword,
  });
});
afterAll(async () => await test.close());

async function run(command: AdministratorCommand, args: readonly string[] = [], input = '') {
  const lines: string[] = [];
  const parts = {
    management,
    print: (line: string) => lines.push(line),
    readInput: async () => input,
  };
  const done = await runAdministratorCommand(parts, command, args);
  return { done, output: lines.join('\n') };
}

async function execute(statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(test.database.reader);
  await test.sealRows();
}

async function auditOf(email: string) {
  await test.auditInbox.linkAll();
  return await test.database.reader
    .selectFrom('audit_log')
    .select(['action', 'actor_type', 'changes', 'metadata'])
    .where('resource_identifier', '=', email)
    .where('actor_type', '=', 'system')
    .orderBy('sequence')
    .execute();
}

async function rowOf(email: string) {
  return await test.database.reader
    .selectFrom('administrators')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

async function activeAdministrators(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*) FROM administrators WHERE disabled_at IS NULL`.execute(test.database.reader);
  return rows[0]?.count ?? 0;
}

describe('administrator create', () => {
  // @spec D.60
  it('prints a random password that works for sign-in and stores only its hash', async () => {
    const { done, output } = await run('create', ['new@example.com']);
    const [, password = ''] = /^password: (\S+)$/m.exec(output) ?? [];
    expect(done).toBe(true);
    expect(await test.newBrowser().signIn('new@example.com', password)).toMatchObject({ status: 200 });
    const { rows } = await sql`SELECT (SELECT string_agg(a::text, '') FROM administrators a)
      || (SELECT string_agg(l::text, '') FROM audit_log l) AS everything`.execute(test.database.reader);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect((await rowOf('new@example.com')).password_hash).toMatch(HASH_FORM);
    expect(test.logged()).not.toContain(password);
    expect(await auditOf('new@example.com')).toEqual([
      { action: 'administrator.create', actor_type: 'system', changes: null, metadata: null },
    ]);
  });

  it('reads a password from standard input without printing it', async () => {
    const { done, output } = await run(
      'create',
      ['--password-stdin', 'typed@example.com'],
      `${TEST_PASSWORD}\n`,
    );
    expect({ done, output }).toEqual({ done: true, output: 'email:    typed@example.com' });
    expect(await test.newBrowser().signIn('typed@example.com', TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  it.each([
    ['Short-1', 'Password must be at least 12 characters'],
    ['Password123!', 'Password is too common'],
    ['', 'Password must be at least 12 characters'],
    ['Weakling-Of-7-Seas', 'Password cannot contain your email username'],
  ])('rejects the password %j', async (password, reason) => {
    const refused = { done: false, output: `create: ${reason}` };
    expect(await run('create', ['weakling@example.com', '--password-stdin'], password)).toEqual(refused);
    expect(await auditOf('weakling@example.com')).toEqual([]);
  });

  it('rejects an e-mail that has an account, ignoring case', async () => {
    await run('create', ['twice@example.com']);
    const refused = {
      done: false,
      output: expect.stringMatching(/^create: Twice@Example\.COM already has an account\. Use/),
    };
    expect(await run('create', ['Twice@Example.COM'])).toEqual(refused);
  });

  it('treats all spellings of an e-mail as one account', async () => {
    await run('create', ['MÜLLER@Bücher.example']);
    const other = 'müller@xn--bcher-kva.example';
    expect(await run('create', [other])).toMatchObject({
      output: expect.stringContaining(`create: ${other} already has an account`),
    });
    expect(await run('disable', [other])).toMatchObject({ done: true });
    expect((await rowOf('MÜLLER@Bücher.example')).disabled_at).not.toBeNull();
    expect(await run('sessions', ['list', other])).toMatchObject({ done: true });
  });

  it('creates one account for two concurrent commands with the same e-mail', async () => {
    const both = await Promise.all([
      run('create', ['race@example.com']),
      run('create', ['RACE@example.com']),
    ]);
    expect(both.filter(({ done }) => done)).toHaveLength(1);
  });
});

describe('administrator list', () => {
  // @spec D.61
  it('shows two-factor state, account state, active sessions and last seen time', async () => {
    const ada = await enrolAdministrator(test, 'ada.list@example.com');
    await signInWhole(test, ada);
    await run('create', ['off.list@example.com']);
    await run('disable', ['off.list@example.com']);
    const { done, output } = await run('list');
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\dZ`;
    expect(done).toBe(true);
    expect(output).toMatch(/^EMAIL +CREATED +2FA +STATE +SESSIONS +LAST SEEN$/m);
    expect(output).toMatch(new RegExp(`^ada\\.list@example\\.com +${time} +on +active +2 +${time}$`, 'm'));
    expect(output).toMatch(new RegExp(`^off\\.list@example\\.com +${time} +off +disabled +0 +never$`, 'm'));
  });

  it('prints JSON with --json', async () => {
    await run('create', ['json.list@example.com']);
    const { output } = await run('list', ['--json']);
    expect(JSON.parse(output)).toContainEqual({
      email: 'json.list@example.com',
      createdAt: expect.stringMatching(/^20/),
      twoFactor: false,
      disabledAt: null,
      openSessions: 0,
      lastSeenAt: null,
    });
  });
});

describe('administrator disable and enable', () => {
  // @spec D.61
  it('ends all sessions and reset links and blocks sign-in until the account is enabled', async () => {
    const replica = await test.createReplica();
    const ada = await enrolAdministrator(test, 'ada.disable@example.com');
    const bob = await enrolAdministrator(test, 'bob.disable@example.com');
    const elsewhere = await signInWhole(test, ada, test.newBrowser({ on: replica }));
    await execute(sql`UPDATE administrators SET reset_link_hash = '\\x01',
      reset_link_expires_at = now() + interval '30 minutes' WHERE id = ${ada.id}`);
    expect(await elsewhere.get('/auth/me')).toMatchObject({ status: 200 });

    expect(await run('disable', ['ADA.disable@example.com'])).toMatchObject({ done: true });
    expect(await ada.browser.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await elsewhere.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await bob.browser.get('/auth/me')).toMatchObject({ status: 200 });
    expect(await test.newBrowser().signIn(ada.email, TEST_PASSWORD)).toMatchObject({ status: 401 });
    expect(await rowOf(ada.email)).toMatchObject({ reset_link_hash: null });

    const again = { done: true, output: 'ada.disable@example.com was already disabled.' };
    expect(await run('disable', ['ada.disable@example.com'])).toEqual(again);
    expect(await run('enable', ['ada.disable@example.com'])).toMatchObject({ done: true });
    const unchanged = { done: true, output: 'ada.disable@example.com was not disabled.' };
    expect(await run('enable', ['ada.disable@example.com'])).toEqual(unchanged);
    expect(await ada.browser.get('/auth/me')).toMatchObject({ status: 401 });
    await signInWhole(test, ada);

    const ended = { action: 'session.end', actor_type: 'system', changes: null };
    const metadata = { reason: 'administrator disabled', administrator_id: ada.id };
    expect(await auditOf(ada.email)).toEqual([
      { ...ended, metadata },
      { ...ended, metadata },
      {
        action: 'administrator.disable',
        actor_type: 'system',
        changes: { disabled: { before: false, after: true } },
        metadata: null,
      },
      {
        action: 'administrator.enable',
        actor_type: 'system',
        changes: { disabled: { before: true, after: false } },
        metadata: null,
      },
    ]);
  });

  // @spec D.62
  it('keeps one administrator active when all are disabled concurrently', async () => {
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}.last@example.com`);
    for (const email of emails) await test.createAdministrator(email);
    await execute(
      sql`UPDATE administrators SET disabled_at = now() WHERE email NOT LIKE '%.last@example.com'`,
    );
    const results = await Promise.all(emails.map((email) => run('disable', [email])));
    expect(results.filter(({ done }) => done)).toHaveLength(3);
    const refused = {
      done: false,
      output:
        'disable: the last active administrator cannot be disabled. Create or enable another one first.',
    };
    expect(results.filter(({ done }) => !done)).toEqual([refused]);
    expect(await activeAdministrators()).toBe(1);
    await execute(sql`UPDATE administrators SET disabled_at = NULL`);
  });
});

describe('administrator reset-2fa', () => {
  // @spec D.61
  it('removes the second factor, ends every session, mails the owner and requires a new setup', async () => {
    const ada = await enrolAdministrator(test, 'ada.reset@example.com');
    const { totp_last_step: step } = await rowOf(ada.email);
    await execute(sql`UPDATE administrators SET code_failures = 10, code_window_started_at = now(),
      codes_locked_until = now() + interval '1 day' WHERE id = ${ada.id}`);
    await test.deliverMail();

    expect(await run('reset-2fa', [ada.email])).toMatchObject({ done: true });
    expect(await ada.browser.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await rowOf(ada.email)).toMatchObject({
      totp_secret: null,
      totp_enabled_at: null,
      backup_code_salt: null,
      totp_last_step: step,
      backup_codes: [],
      code_failures: 0,
      codes_locked_until: null,
    });
    expect(await test.deliverMail()).toMatchObject([{ to: ada.email }]);

    const browser = test.newBrowser();
    expect((await browser.signIn(ada.email, TEST_PASSWORD)).body).toMatchObject({ requires2FA: false });
    expect(await browser.get('/auth/me')).toMatchObject({ status: 401 });
    const { body } = await browser.post('/auth/2fa/setup');
    const code = codeAt(body.secret, test.clock.now);
    expect(await browser.post('/auth/2fa/enable', { ...body, otpUrl: undefined, code })).toMatchObject({
      status: 204,
    });
    test.clock.now += 60_000;

    expect(await auditOf(ada.email)).toMatchObject([
      { action: 'session.end', metadata: { reason: 'two-factor authentication reset' } },
      { action: 'administrator.two_factor_reset', changes: { two_factor: { before: true, after: false } } },
    ]);
  });

  it('deletes a setup that was started in an older session', async () => {
    const ada = await enrolAdministrator(test, 'setup.reset@example.com');
    await run('reset-2fa', [ada.email]);
    const browser = test.newBrowser();
    await browser.signIn(ada.email, TEST_PASSWORD);
    const { body } = await browser.post('/auth/2fa/setup');
    await execute(
      sql`UPDATE administrators SET totp_secret = '\\x00', totp_enabled_at = now() WHERE id = ${ada.id}`,
    );
    await run('reset-2fa', [ada.email]);
    const enrolment = {
      code: codeAt(body.secret, test.clock.now),
      secret: body.secret,
      backupCodes: body.backupCodes,
    };
    expect(await browser.post('/auth/2fa/enable', enrolment)).toMatchObject({ status: 401 });
    const { rows } = await sql`SELECT FROM two_factor_setups t JOIN sessions s ON s.id = t.session_id
      WHERE s.administrator_id = ${ada.id}`.execute(test.database.reader);
    expect(rows).toEqual([]);
  });

  it('changes nothing if two-factor authentication is off', async () => {
    await run('create', ['none.reset@example.com']);
    const unchanged = 'none.reset@example.com has no two-factor authentication.';
    expect(await run('reset-2fa', ['none.reset@example.com'])).toEqual({ done: true, output: unchanged });
    expect(await auditOf('none.reset@example.com')).toHaveLength(1);
  });
});

describe('administrator sessions', () => {
  it('lists the sessions of one administrator and ends one or all of them', async () => {
    const ada = await enrolAdministrator(test, 'ada.sessions@example.com');
    const bob = await enrolAdministrator(test, 'bob.sessions@example.com');
    const second = await signInWhole(test, ada);
    const third = await signInWhole(test, ada);
    await execute(
      sql`UPDATE sessions SET user_agent = E'Evil\\x1b[2JAgent' WHERE administrator_id = ${ada.id}`,
    );
    const listed = await run('sessions', ['list', ada.email]);
    const lines = listed.output.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^[0-9a-f-]{36} {2}started .* last seen .* 192\.0\.2\.1 {2}Evil\uFFFD\[2JAgent$/,
    );

    const [newest = ''] = lines[0]?.split(' ') ?? [];
    const refused = {
      done: false,
      output: expect.stringContaining('expected the --id of an active session'),
    };
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      expect(await run('sessions', ['end', ada.email, '--id', id])).toEqual(refused);
    }
    expect(await run('sessions', ['end', bob.email, '--id', newest])).toEqual(refused);
    expect(await run('sessions', ['end', ada.email, '--id', newest])).toMatchObject({ done: true });
    expect(await third.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await second.get('/auth/me')).toMatchObject({ status: 200 });

    expect(await run('sessions', ['end', ada.email])).toEqual({
      done: true,
      output: `Ended 2 sessions for ${ada.email}.`,
    });
    expect(await second.get('/auth/me')).toMatchObject({ status: 401 });
    expect(await bob.browser.get('/auth/me')).toMatchObject({ status: 200 });
    expect((await run('sessions', ['list', ada.email])).output).toBe(`${ada.email} has no active sessions.`);
    const metadata = { reason: 'ended by an operator', administrator_id: ada.id };
    expect((await auditOf(ada.email)).map((entry) => entry.metadata)).toEqual([metadata, metadata, metadata]);
  });

  it('ends the sessions and reset links of all administrators with --all', async () => {
    const cleo = await enrolAdministrator(test, 'cleo.sessions@example.com');
    const dan = await enrolAdministrator(test, 'dan.sessions@example.com');
    await execute(sql`UPDATE administrators SET reset_link_hash = sha256('dan'),
      reset_link_expires_at = now() + interval '30 minutes' WHERE id = ${dan.id}`);
    const { done, output } = await run('sessions', ['end', '--all']);
    expect([done, output]).toEqual([
      true,
      expect.stringMatching(/^Ended \d+ sessions and voided all reset links\.$/),
    ]);
    for (const { browser } of [cleo, dan])
      expect(await browser.get('/auth/me')).toMatchObject({ status: 401 });
    const { rows } = await sql`SELECT (SELECT count(*)::int FROM sessions WHERE ended_at IS NULL) AS sessions,
      (SELECT count(reset_link_hash)::int FROM administrators) AS links,
      (SELECT metadata->>'reason' FROM audit_log WHERE action = 'session.end_all') AS reason`.execute(
      test.database.reader,
    );
    expect(rows).toEqual([{ sessions: 0, links: 0, reason: 'ended by an operator' }]);
  });

  it.each([
    ['one administrator', 'eve.sessions@example.com'],
    ['all administrators', '--all'],
  ])('ends the sessions of %s without a deadlock with a concurrent password change', async (_, whose) => {
    const email = 'eve.sessions@example.com';
    await run('create', [email, '--password-stdin'], TEST_PASSWORD);
    for (let session = 0; session < 2; session++) await test.newBrowser().signIn(email, TEST_PASSWORD);
    const administratorId = (await rowOf(email)).id;
    const end = () => run('sessions', ['end', whose]);
    expect(await besidePasswordChange(test, { administratorId }, end)).toMatchObject({
      done: true,
      output: expect.stringContaining('Ended 2 sessions'),
    });
  });
});

it.each<[AdministratorCommand, string[]]>([
  ['create', []],
  ['create', ['not an address']],
  ['create', ['a@b.c', 'd@e.f']],
  ['create', ['a@b.c', '--pasword-stdin']],
  ['list', ['--yaml']],
  ['disable', []],
  ['disable', ['a@b.c', 'd@e.f']],
  ['disable', ['nobody@example.com']],
  ['enable', ['nobody@example.com']],
  ['reset-2fa', ['nobody@example.com']],
  ['reset-2fa', ['--help']],
  ['sessions', []],
  ['sessions', ['list']],
  ['sessions', ['list', 'nobody@example.com']],
  ['sessions', ['list', 'a@b.c', '--id', 'x']],
  ['sessions', ['end', 'nobody@example.com']],
  ['sessions', ['end', 'a@b.c', 'd@e.f']],
  ['sessions', ['begin', 'a@b.c']],
  ['sessions', ['end', 'a@b.c', '--all']],
  ['sessions', ['list', '--all']],
])('rejects %s %j with a one-line reason', async (command, args) => {
  const { done, output } = await run(command, args);
  expect(done).toBe(false);
  expect(output).toMatch(/^[^\n]*(expected|takes no arguments|no administrator has)[^\n]*$/);
});
