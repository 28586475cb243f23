import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EnrolledAccount,
  startEnrolledAccount,
  UNAVAILABLE,
} from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';
import { codeAt } from '../../../../test/totp-codes.ts';
import { WEAK_PASSWORDS } from '../../../../test/weak-passwords.ts';

const NEW_PASSWORD = 'Other-Horse-8-Battery';
const WRONG = 'Wrong-Password-000';
const LINK = /https:\/\/admin\.example\.com\/reset-password\?token=([\w-]{43})/;
const INVALID_LINK = { status: 400, body: { status: 'invalid_token', message: 'Invalid reset link' } };

let account: EnrolledAccount;
let browser: TestBrowser;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => {
  await account.putBack();
  browser = account.test.newBrowser();
  await browser.get('/auth/csrf-cookie');
});

const validate = (token: string) => browser.post('/auth/password/reset/validate', { token });
const complete = (token: string, newPassword = NEW_PASSWORD, by = browser) =>
  by.post('/auth/password/reset/complete', { token, newPassword });
const signIn = (password: string, by = account.test.newBrowser()) => by.signIn(account.owner.email, password);

async function tokenOfNewLink(email = account.owner.email): Promise<string> {
  await browser.post('/auth/password/reset/initiate', { email });
  const mails = await account.test.deliverMail();
  const token = LINK.exec(mails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link in ${JSON.stringify(mails)}`);
  return token;
}

async function expectDead(token: string): Promise<void> {
  await account.refuses(() => validate(token), INVALID_LINK);
  await account.refuses(() => complete(token), INVALID_LINK);
}

/** Returns every row of every table as text, with binary columns in hexadecimal. */
async function dumpDatabase(): Promise<string> {
  const { database } = account.test;
  const { rows } = await database.query<{ name: string }>({
    text: `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  });
  const tables = await Promise.all(
    rows.map(({ name }) => database.query({ text: `SELECT t::text FROM ${name} AS t` })),
  );
  return JSON.stringify(tables.map((table) => table.rows));
}

describe('reset links', () => {
  // @spec 7.16, D.42
  it('returns the e-mail and expiry of a link at each validation', async () => {
    const token = await tokenOfNewLink();
    for (let look = 0; look < 5; look++) {
      const { status, body, headers } = await validate(token);
      expect([status, body]).toEqual([
        200,
        { valid: true, email: 'ada@example.com', expiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      ]);
      expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(29 * 60_000);
      expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['set-cookie']).toBeUndefined();
    }
    for (const path of ['validate', 'complete']) {
      expect((await browser.get(`/auth/password/reset/${path}?token=${token}`)).status).toBe(405);
    }
    expect((await complete(token)).status).toBe(204);
  });

  // @spec D.40, D.43, D.80
  it('rejects a link after 30 minutes', async () => {
    const token = await tokenOfNewLink();
    await account.execute(
      `UPDATE administrators SET reset_link_expires_at = reset_link_expires_at - interval '1795 seconds'`,
    );
    expect((await validate(token)).status).toBe(200);
    await account.execute(
      `UPDATE administrators SET reset_link_expires_at = reset_link_expires_at - interval '6 seconds'`,
    );
    await expectDead(token);
  });

  // @spec D.41
  it('rejects a link after a newer one is sent', async () => {
    const older = await tokenOfNewLink();
    const newer = await tokenOfNewLink();
    await expectDead(older);
    expect((await complete(newer)).status).toBe(204);
  });

  // @spec D.41
  it('accepts a link only once', async () => {
    const token = await tokenOfNewLink();
    expect((await complete(token)).status).toBe(204);
    await expectDead(token);
  });

  it('rejects a link after a full sign-in', async () => {
    const token = await tokenOfNewLink();
    const owner = account.test.newBrowser();
    await signIn(TEST_PASSWORD, owner);
    expect((await validate(token)).status).toBe(200);
    expect((await owner.post('/auth/2fa/verify', { code: account.code() })).status).toBe(204);
    await expectDead(token);
  });

  it('rejects a link after two-factor authentication is set up', async () => {
    await account.test.createAdministrator('new@example.com');
    const token = await tokenOfNewLink('new@example.com');
    const owner = account.test.newBrowser();
    await owner.signIn('new@example.com', TEST_PASSWORD);
    const { secret, backupCodes } = (await owner.post('/auth/2fa/setup')).body;
    const code = codeAt(secret, account.test.clock.now);
    expect((await owner.post('/auth/2fa/enable', { code, secret, backupCodes })).status).toBe(204);
    await expectDead(token);
  });

  it('rejects a link after a password change', async () => {
    const token = await tokenOfNewLink();
    const owner = await account.openSession();
    const change = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    expect((await owner.post('/auth/password/change', change)).status).toBe(204);
    await expectDead(token);
  });

  it('rejects a link while its account is disabled', async () => {
    const token = await tokenOfNewLink();
    await account.execute('UPDATE administrators SET disabled_at = now()');
    await expectDead(token);
  });

  // @spec D.43
  it('rejects altered tokens and tokens of other kinds', async () => {
    const token = await tokenOfNewLink();
    const owner = await account.openSession();
    const last = token.endsWith('A') ? 'B' : 'A';
    const { rows } = await account.test.database.query<{ hash: string }>({
      text: `SELECT encode(reset_link_hash, 'hex') AS hash FROM administrators`,
    });
    const nearly = [
      `${token.slice(0, -1)}${last}`,
      token.slice(0, -1),
      `${token} `,
      ` ${token}`,
      `${token}=`,
      token.toLowerCase(),
      owner.cookie?.split('=')[1],
      owner.csrfToken,
      rows[0]?.hash,
      '%',
      `' OR true --`,
    ];
    for (const each of nearly) await expectDead(each ?? '');
    const asSession = account.test.newBrowser();
    asSession.cookie = account.test.sessionCookie(token);
    expect((await asSession.get('/auth/me')).status).toBe(401);
    expect((await complete(token)).status).toBe(204);
  });

  // @spec D.41
  it('shows the token only in the mail, not in any table or log', async () => {
    const token = await tokenOfNewLink();
    const dump = await dumpDatabase();
    expect(dump).toContain('ada@example.com');
    const spellings = [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
      Buffer.from(token, 'base64url').toString('base64'),
    ];
    await complete(token);
    for (const spelling of spellings) {
      expect(dump).not.toContain(spelling);
      expect(await dumpDatabase()).not.toContain(spelling);
      expect(account.test.logged()).not.toContain(spelling);
    }
    expect(await dumpDatabase()).not.toContain(NEW_PASSWORD);
    expect(account.test.logged()).not.toContain(NEW_PASSWORD);
  });

  it('encrypts the link in the outbox', async () => {
    await account.execute(`CREATE TABLE kept_outbox AS TABLE outbox WITH NO DATA;
      CREATE FUNCTION keep_outbox() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO kept_outbox VALUES (NEW.*); RETURN NEW; END';
      CREATE TRIGGER keep AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_outbox()`);
    const token = await tokenOfNewLink();
    await account.execute('DROP TRIGGER keep ON outbox');
    const { rows } = await account.test.database.query<{ kind: string; payload: Buffer }>({
      text: 'SELECT kind, payload FROM kept_outbox ORDER BY position',
    });
    expect(rows.map(({ kind }) => kind)).toEqual(['password_reset_request', 'mail.password_reset']);
    for (const { payload } of rows) {
      expect(payload.length).toBeGreaterThan(50);
      for (const planted of [token, 'ada@example.com'])
        expect(payload.toString('latin1')).not.toContain(planted);
    }
  });
});

describe('POST /auth/password/reset/complete', () => {
  // @spec 7.17, D.34
  it('changes the password, ends every session and keeps the second factor', async () => {
    const { test, owner } = account;
    const replica = await test.createReplica();
    const whole = [await account.openSession(), await account.openSession(replica)];
    const half = test.newBrowser();
    await signIn(TEST_PASSWORD, half);
    await test.createAdministrator('stranger@example.com');
    const stranger = test.newBrowser();
    await stranger.signIn('stranger@example.com', TEST_PASSWORD);
    const token = await tokenOfNewLink();
    await account.newEntries();

    const answer = await complete(token);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browser.get('/auth/me')).status).toBe(401);
    for (const each of whole) expect((await each.get('/auth/me')).status).toBe(401);
    expect((await half.get('/auth/2fa/status')).status).toBe(401);
    expect((await stranger.get('/auth/2fa/status')).status).toBe(200);
    const entries = await account.newEntries();
    expect(entries.map(({ action, status }) => [action, status])).toEqual([
      ...Array(3).fill(['session.end', 'success']),
      ['password.reset', 'success'],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor_id: owner.id, request_id: answer.headers['x-request-id'] });
    }
    const mails = await test.deliverMail();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [owner.email, 'Your Halyard password was changed'],
    ]);
    expect(JSON.stringify(mails)).not.toContain(NEW_PASSWORD);

    expect((await signIn(TEST_PASSWORD)).status).toBe(401);
    const back = test.newBrowser();
    expect((await signIn(NEW_PASSWORD, back)).body).toEqual({ requires2FA: true });
    expect((await back.get('/auth/me')).status).toBe(401);
    const [backupCode] = owner.backupCodes;
    expect((await back.post('/auth/2fa/verify', { code: backupCode })).status).toBe(204);
    const again = test.newBrowser();
    await signIn(NEW_PASSWORD, again);
    expect((await again.post('/auth/2fa/verify', { code: account.code() })).status).toBe(204);
  });

  it('accepts the current password', async () => {
    expect((await complete(await tokenOfNewLink(), TEST_PASSWORD)).status).toBe(204);
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });

  it('still requires two-factor setup from an administrator without a second factor', async () => {
    await account.test.createAdministrator('new@example.com');
    expect((await complete(await tokenOfNewLink('new@example.com'))).status).toBe(204);
    const owner = account.test.newBrowser();
    expect((await owner.signIn('new@example.com', NEW_PASSWORD)).body).toEqual({ requires2FA: false });
    expect((await owner.get('/users')).body.status).toBe('2fa_setup_required');
  });

  it('does not end a lock that wrong codes caused', async () => {
    const owner = await account.openSession();
    for (let wrong = 0; wrong < 3; wrong++) await owner.post('/auth/2fa/disable', { code: account.wrong() });
    expect((await complete(await tokenOfNewLink())).status).toBe(204);
    const back = account.test.newBrowser();
    await signIn(NEW_PASSWORD, back);
    expect((await back.post('/auth/2fa/verify', { code: account.code() })).body.status).toBe('invalid_code');
  });

  it('resets the count of wrong passwords', async () => {
    for (let place = 1; place <= 4; place++) {
      const stranger = account.test.newBrowser({ address: `198.51.100.${place}` });
      for (let wrong = 0; wrong < 5; wrong++) await signIn(WRONG, stranger);
    }
    expect((await signIn(TEST_PASSWORD)).status).toBe(401);
    expect((await complete(await tokenOfNewLink())).status).toBe(204);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
    for (let wrong = 0; wrong < 5; wrong++) await signIn(WRONG);
    expect((await signIn(NEW_PASSWORD)).status).toBe(401);
  });

  // @spec 5.13
  it.each(WEAK_PASSWORDS)(
    'rejects the weak password %.21s and keeps the link valid',
    async (password, message) => {
      await account.execute(
        `UPDATE administrators SET email = 'grace@example.com', email_key = 'grace@example.com'`,
      );
      const token = await tokenOfNewLink('grace@example.com');
      await account.refuses(() => complete(token, password), {
        status: 400,
        body: {
          status: 'validation_error',
          message,
          errors: [{ field: 'newPassword', code: 'weak_password', message }],
        },
      });
      expect((await validate(token)).status).toBe(200);
    },
  );

  // @spec D.91, D.118
  it('changes nothing and keeps the link valid if the audit entry cannot be written', async () => {
    const token = await tokenOfNewLink();
    await account.openSession();
    await account.withoutAudit('password.reset', async () => {
      await account.refuses(() => complete(token), UNAVAILABLE);
    });
    expect((await complete(token)).status).toBe(204);
  });

  it('checks the link before the password rules', async () => {
    await account.refuses(() => complete('A'.repeat(43), 'weak'), INVALID_LINK);
  });

  it('accepts one of many concurrent resets and stores its password', async () => {
    const replica = await account.test.createReplica();
    const token = await tokenOfNewLink();
    const racers = Array.from({ length: 20 }, (_, index) => {
      const racer = account.test.newBrowser({ on: index % 2 ? replica : account.test.app });
      return Object.assign(racer, { cookie: browser.cookie, csrfToken: browser.csrfToken });
    });
    const answers = await Promise.all(
      racers.map((racer, index) => complete(token, `${NEW_PASSWORD}-${index}`, racer)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    expect((await signIn(`${NEW_PASSWORD}-${statuses.indexOf(204)}`)).status).toBe(200);
    expect(await account.test.deliverMail()).toHaveLength(1);
  });

  it('does not deadlock with a concurrent sign-in', async () => {
    await signIn(WRONG);
    // Move this row to the end of the table, so that a sequential scan deletes it last.
    await account.execute(`UPDATE sign_in_failures SET failures = failures WHERE address = '';
      ANALYZE sign_in_failures`);
    const token = await tokenOfNewLink();
    const reset = await account.test.database.transaction(async (transaction) => {
      await sql`SELECT FROM sign_in_failures WHERE address = '' FOR UPDATE`.execute(transaction);
      const begun = { answer: complete(token) };
      await account.lockAwaited();
      await sql`UPDATE sign_in_failures SET failures = failures + 1 WHERE address <> ''`.execute(transaction);
      return begun;
    });
    expect((await reset.answer).status).toBe(204);
  });

  it('ends sessions started concurrently with the old password', async () => {
    const token = await tokenOfNewLink();
    const late = Array.from({ length: 4 }, (_, index) =>
      account.test.newBrowser({ address: `198.51.100.${index}` }),
    );
    const [done] = await Promise.all([complete(token), ...late.map((each) => signIn(TEST_PASSWORD, each))]);
    expect(done.status).toBe(204);
    for (const each of late) expect((await each.get('/auth/2fa/status')).status).toBe(401);
  });
});
