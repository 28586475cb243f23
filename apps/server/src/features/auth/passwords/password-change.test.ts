import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../../test/enrolled-account.ts';
import { HASH_FORM, TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';
import { WEAK_PASSWORDS } from '../../../../test/weak-passwords.ts';
import { setPassword } from '../administrators/administrator-store.ts';

const NEW_PASSWORD = 'Other-Horse-8-Battery';
const WRONG = 'Wrong-Password-000';
const WRONG_PASSWORD = {
  status: 400,
  body: { status: 'invalid_password', message: 'Current password is incorrect' },
  audit: [{ action: 'password.change', status: 'failure', error_message: 'Current password is incorrect' }],
};

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => await account.putBack());

const change = (browser: TestBrowser, currentPassword: string, newPassword: string) =>
  browser.post('/auth/password/change', { currentPassword, newPassword });
const signIn = (password: string, browser = account.test.newBrowser()) =>
  browser.signIn(account.owner.email, password);

/** Copies the session cookie into another browser. */
function stolen(browser: TestBrowser, on = account.test.app): TestBrowser {
  const thief = account.test.newBrowser({ on });
  Object.assign(thief, { cookie: browser.cookie, csrfToken: browser.csrfToken });
  return thief;
}

async function storedHash(): Promise<string> {
  const { password_hash } = await account.test.database.reader
    .selectFrom('administrators')
    .select('password_hash')
    .where('id', '=', account.owner.id)
    .executeTakeFirstOrThrow();
  return password_hash;
}

describe('POST /auth/password/change', () => {
  // @spec 7.14, D.14, D.35
  it('renews the session token, ends all other sessions and mails the owner', async () => {
    const { test, owner } = account;
    const replica = await test.createReplica();
    const other = await account.openSession(replica);
    const half = test.newBrowser();
    await signIn(TEST_PASSWORD, half);
    const { id: strangerId } = await test.createAdministrator('stranger@example.com');
    const stranger = test.newBrowser();
    await stranger.signIn('stranger@example.com', TEST_PASSWORD);
    const browser = await account.openSession();
    const thieves = [stolen(browser), stolen(browser, replica)];
    const oldHash = await storedHash();
    await test.deliverMail();
    await account.newEntries();

    const answer = await change(browser, TEST_PASSWORD, NEW_PASSWORD);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toMatch(
      /^admin_session_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await browser.get('/auth/me')).status).toBe(200);
    expect((await change(browser, NEW_PASSWORD, 'weak')).body.status).toBe('validation_error');
    for (const dead of [...thieves, other]) expect((await dead.get('/auth/me')).status).toBe(401);
    expect((await half.get('/auth/2fa/status')).status).toBe(401);
    expect((await half.post('/auth/2fa/verify', { code: account.code() })).status).toBe(401);
    expect((await stranger.get('/auth/2fa/status')).status).toBe(200);

    const hash = await storedHash();
    expect(hash).toMatch(HASH_FORM);
    expect(hash.split('$')[4]).not.toBe(oldHash.split('$')[4]);
    const requestId = answer.headers['x-request-id'];
    const entries = await account.newEntries();
    expect(entries.map(({ action }) => action)).toEqual(['session.end', 'session.end', 'password.change']);
    for (const entry of entries) {
      expect(entry).toMatchObject({ status: 'success', actor_id: owner.id, request_id: requestId });
      expect(entry['actor_id']).not.toBe(strangerId);
    }
    const mails = await test.deliverMail();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [owner.email, 'Your Halyard password was changed'],
    ]);
    expect((await signIn(TEST_PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).body).toEqual({ requires2FA: true });
  });

  it('stores the new password exactly as typed', async () => {
    const browser = await account.openSession();
    const typed = ' Pässwörd 💥 mit Ende ７ ';
    expect((await change(browser, TEST_PASSWORD, typed)).status).toBe(204);
    const decomposed = typed.normalize('NFD');
    expect(decomposed).not.toBe(typed);
    for (const almost of [typed.trim(), typed.toLowerCase(), decomposed, typed.slice(0, -1), `${typed} `]) {
      expect((await change(browser, almost, NEW_PASSWORD)).body.status).toBe('invalid_password');
      await account.execute('UPDATE sessions SET wrong_passwords = 0');
    }
    expect((await signIn(typed)).status).toBe(200);
  });

  it('checks every character of a long password', async () => {
    const browser = await account.openSession();
    const long = `Long-1-pass-${'x'.repeat(114)}y`;
    expect(long).toHaveLength(127);
    expect((await change(browser, TEST_PASSWORD, long)).status).toBe(204);
    for (const length of [72, 126]) expect((await signIn(long.slice(0, length))).status).toBe(401);
    expect((await signIn(`${long.slice(0, -1)}z`)).status).toBe(401);
    expect((await signIn(long)).status).toBe(200);
  });

  it('accepts only the first of two concurrent changes', async () => {
    const browsers = [await account.openSession(), await account.openSession()];
    const answers = await Promise.all(
      browsers.map((browser, index) => change(browser, TEST_PASSWORD, `${NEW_PASSWORD}-${index}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 401]);
    expect((await signIn(`${NEW_PASSWORD}-${statuses.indexOf(204)}`)).status).toBe(200);
    expect((await signIn(`${NEW_PASSWORD}-${statuses.indexOf(401)}`)).status).toBe(401);
  });

  it('accepts the first of two changes that wait for another act of the administrator', async () => {
    const browsers = [await account.openSession(), await account.openSession()];
    const { database } = account.test;
    const waiting = async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.reader);
      return rows.length;
    };
    const changes = await database.transaction(async (transaction) => {
      await sql`SELECT FROM administrators WHERE id = ${account.owner.id} FOR SHARE`.execute(transaction);
      const changing = browsers.map((browser) => change(browser, TEST_PASSWORD, NEW_PASSWORD));
      await expect.poll(waiting).toBe(2);
      return changing;
    });
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 401]);
  });

  it('rejects sign-ins with the old password that run concurrently', async () => {
    const replica = await account.test.createReplica();
    const browser = await account.openSession();
    const late = Array.from({ length: 6 }, (_, index) =>
      account.test.newBrowser({ address: `198.51.100.${index}`, on: index % 2 ? replica : account.test.app }),
    );
    const [changed] = await Promise.all([
      change(browser, TEST_PASSWORD, NEW_PASSWORD),
      ...late.map((each) => signIn(TEST_PASSWORD, each)),
    ]);
    expect(changed.status).toBe(204);
    for (const each of late) {
      expect((await each.post('/auth/2fa/verify', { code: account.code() })).status).toBeGreaterThan(400);
      expect((await each.get('/auth/2fa/status')).status).toBe(401);
    }
    expect((await signIn(TEST_PASSWORD)).status).toBe(401);
  });

  it('rejects a sign-in whose password was checked just before the change', async () => {
    const { database } = account.test;
    const late = await database.transaction(async (transaction) => {
      await sql`SELECT FROM administrators FOR UPDATE`.execute(transaction);
      const begun = { answer: signIn(TEST_PASSWORD) };
      await account.lockAwaited();
      await setPassword(transaction, account.test.sealedRows, account.owner.id, 'another');
      return begun;
    });
    expect((await late.answer).body.status).toBe('invalid_credentials');
  });

  it('changes only the password of the caller and rejects fields that name another account', async () => {
    const { id } = await account.test.createAdministrator('grace@example.com');
    const browser = await account.openSession();
    for (const extra of [{ adminId: id }, { userId: id }, { uuid: id }, { email: 'grace@example.com' }]) {
      const [field = ''] = Object.keys(extra);
      const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, ...extra };
      await account.refuses(() => browser.post('/auth/password/change', body), {
        status: 400,
        body: {
          status: 'validation_error',
          message: 'Some fields are not valid',
          errors: [{ field, code: 'unrecognized_keys', message: 'Unknown field' }],
        },
      });
    }
    const query = `?adminId=${id}&email=grace@example.com`;
    const headers = { 'x-user-id': id };
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    expect((await browser.post(`/auth/password/change${query}`, body, { headers })).status).toBe(204);
    expect((await account.test.newBrowser().signIn('grace@example.com', TEST_PASSWORD)).status).toBe(200);
  });
});

describe('new password rules', () => {
  // @spec 5.9
  it.each(WEAK_PASSWORDS)(
    'rejects the weak password %.21s without counting an attempt',
    async (password, message) => {
      await account.execute(`UPDATE administrators SET email = 'grace@example.com'`);
      const browser = await account.openSession();
      for (let time = 0; time < 6; time++) {
        await account.refuses(() => change(browser, TEST_PASSWORD, password), {
          status: 400,
          body: {
            status: 'validation_error',
            message,
            errors: [{ field: 'newPassword', code: 'weak_password', message }],
          },
        });
      }
    },
  );

  // @spec 5.8
  it('rejects a new password equal to the current one', async () => {
    const browser = await account.openSession();
    const message = 'New password must be different from current password';
    await account.refuses(() => change(browser, TEST_PASSWORD, TEST_PASSWORD), {
      status: 400,
      body: {
        status: 'validation_error',
        message,
        errors: [{ field: 'newPassword', code: 'unchanged', message }],
      },
    });
  });
});

describe('wrong current password', () => {
  // @spec D.93
  it('ends only the session that sent the fifth wrong password', async () => {
    const browser = await account.openSession();
    const other = await account.openSession();
    for (let wrong = 1; wrong < 5; wrong++) {
      await account.refuses(() => change(browser, WRONG, NEW_PASSWORD), WRONG_PASSWORD);
    }
    const fifth = await change(browser, WRONG, NEW_PASSWORD);
    expect(fifth).toMatchObject({ status: 400, body: WRONG_PASSWORD.body });
    expect(await account.newEntries()).toMatchObject([
      { action: 'session.end', metadata: { reason: 'too many wrong passwords' } },
      { action: 'password.change', status: 'failure' },
    ]);
    expect(await account.test.deliverMail()).toEqual([]);
    const unauthenticated = { status: 401, body: { status: 'unauthenticated', message: 'Please sign in' } };
    await account.refuses(() => change(browser, TEST_PASSWORD, NEW_PASSWORD), unauthenticated);
    expect((await change(other, TEST_PASSWORD, NEW_PASSWORD)).status).toBe(204);
  });

  it('resets the count of wrong passwords after a change', async () => {
    const browser = await account.openSession();
    for (const [current, next] of [
      [TEST_PASSWORD, NEW_PASSWORD],
      [NEW_PASSWORD, TEST_PASSWORD],
    ] as const) {
      for (let wrong = 1; wrong < 5; wrong++) {
        expect((await change(browser, WRONG, next)).body.status).toBe('invalid_password');
      }
      expect((await change(browser, current, next)).status).toBe(204);
    }
  });

  it('checks only five of many passwords tried concurrently in one session', async () => {
    const replica = await account.test.createReplica();
    const browser = await account.openSession();
    const browsers = [browser, stolen(browser, replica)];
    const guesses = [...Array.from({ length: 29 }, () => WRONG), TEST_PASSWORD];
    // A weak new password shows that a guess was correct, even in an ended session.
    const answers = await Promise.all(
      guesses.map((guess, index) => change(browsers[index % 2] ?? browser, guess, 'weak')),
    );
    const words = answers.map(({ body }) => body.status);
    expect(words.filter((word) => word === 'invalid_password')).toHaveLength(5);
    expect(words.filter((word) => word === 'unauthenticated')).toHaveLength(25);
    expect((await browser.get('/auth/me')).status).toBe(401);
  });
});

it('never stores, mails or logs a plain password', async () => {
  const browser = await account.openSession();
  await change(browser, WRONG, NEW_PASSWORD);
  await change(browser, TEST_PASSWORD, NEW_PASSWORD);
  const mails = JSON.stringify(await account.test.deliverMail());
  const stored = `${await account.state()}${JSON.stringify(await account.newEntries())}`;
  for (const password of [TEST_PASSWORD, NEW_PASSWORD, WRONG]) {
    expect(mails + stored + account.test.logged()).not.toContain(password);
  }
});
