import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator, signInWhole } from '../../../../test/authenticator.ts';
import {
  HASH_FORM,
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
} from '../../../../test/test-application.ts';
import { withoutAudit } from '../../../../test/without-audit.ts';
import { setPassword } from '../administrators/administrator-store.ts';

const WRONG = 'Wrong-Password-000';

let test: TestApplication;
let enrolled: Enrolled;

beforeAll(async () => {
  test = await startTestApplication();
  enrolled = await enrolAdministrator(test, 'ada@example.com');
  await test.createAdministrator('new@example.com');
  const { id } = await test.createAdministrator('gone@example.com');
  await test.database.transaction((transaction) =>
    transaction.updateTable('administrators').set({ disabled_at: sql`now()` }).where('id', '=', id).execute(),
  );
  await test.sealRows();
});
afterAll(async () => await test.close());
beforeEach(async () => {
  await test.database.transaction((transaction) => transaction.deleteFrom('sign_in_failures').execute());
});

/** Moves the wrong-password counts back in time. */
async function pass(seconds: number): Promise<void> {
  await test.database.transaction((transaction) =>
    transaction
      .updateTable('sign_in_failures')
      .set({
        window_started_at: sql`window_started_at - make_interval(secs => ${seconds})`,
        locked_until: sql`locked_until - make_interval(secs => ${seconds})`,
      })
      .execute(),
  );
}

/** Fills the hash queue: four slow hashes that run and 32 that wait. */
async function fillHashQueue(): Promise<void> {
  const hash = (memory: number, passes: number) =>
    test.passwords.check(
      'x',
      `$argon2id$v=19$m=${memory},t=${passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    );
  await Promise.all([
    ...Array.from({ length: 4 }, () => hash(64 * 1024, 30)),
    ...Array.from({ length: 32 }, () => hash(64, 1)),
  ]);
}

async function auditOf(action: string) {
  await test.auditInbox.linkAll();
  return await test.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('sequence', 'desc')
    .execute();
}

describe('POST /auth/login', () => {
  // @spec 3.21, 3.24, 7.5, D.17
  it('starts a pending session that requires the second factor of an enrolled administrator', async () => {
    const browser = test.newBrowser();
    const answer = await browser.signIn('ada@example.com', TEST_PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { requires2FA: true } });
    expect((await browser.get('/auth/me')).status).toBe(401);
    expect((await browser.get('/auth/2fa/status')).body).toEqual({ enabled: true });
  });

  // @spec 3.1
  it('returns only the e-mail and uuid of an administrator who is fully signed in', async () => {
    const browser = await signInWhole(test, enrolled);
    const { status, body } = await browser.get('/auth/me');
    expect([status, body]).toEqual([
      200,
      { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), email: enrolled.email },
    ]);
  });

  // @spec 1.2, 3.21, 3.24, 6.2, 7.8, D.17, D.85
  it('requires two-factor setup from an administrator without a second factor', async () => {
    const browser = test.newBrowser();
    const answer = await browser.signIn(' NEW@example.com ', TEST_PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { requires2FA: false } });
    expect((await browser.get('/auth/2fa/status')).body).toEqual({ enabled: false });
    expect((await browser.get('/auth/me')).status).toBe(401);
    expect((await browser.get('/users')).body.status).toBe('2fa_setup_required');
  });

  // @spec D.46, D.77, D.81, D.119
  it('answers every failed sign-in alike and records the real reason', async () => {
    await test.createAdministrator('locked@example.com');
    for (let wrong = 0; wrong < 5; wrong++) await test.newBrowser().signIn('locked@example.com', WRONG);
    const cases = [
      ['nobody@example.com', WRONG, 'unknown_email'],
      ['ada@example.com', WRONG, 'wrong_password'],
      ['new@example.com', WRONG, 'wrong_password'],
      ['gone@example.com', TEST_PASSWORD, 'disabled'],
      ['locked@example.com', TEST_PASSWORD, 'locked'],
    ] as const;
    const answers: string[] = [];
    for (const [email, password, reason] of cases) {
      const answer = await test.newBrowser().signIn(email, password);
      const { requestId, ...body } = answer.body;
      const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
      answers.push(JSON.stringify([answer.status, body, headers]));
      const [entry] = await auditOf('auth.login');
      expect(entry).toMatchObject({ status: 'failure', metadata: { reason }, request_id: requestId });
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('Invalid email or password');
  });

  // @spec D.47, D.50
  it('locks sign-in after five wrong passwords, for longer each time up to a maximum', async () => {
    const browser = test.newBrowser();
    for (let wrong = 0; wrong < 5; wrong++) await browser.signIn('ada@example.com', WRONG);
    for (const waitSeconds of [60, 120, 240, 480, 900, 900]) {
      await pass(waitSeconds - 30);
      expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
      expect((await auditOf('auth.login'))[0]?.metadata).toEqual({ reason: 'locked' });
      await pass(31);
      expect((await browser.signIn('ada@example.com', WRONG)).status).toBe(401);
      expect((await auditOf('auth.login'))[0]?.metadata).toEqual({ reason: 'wrong_password' });
    }
    await pass(901);
    expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  it('resets the failure count after a correct password', async () => {
    const browser = test.newBrowser();
    for (let wrong = 0; wrong < 4; wrong++) await browser.signIn('ada@example.com', WRONG);
    expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
    for (let wrong = 0; wrong < 4; wrong++) await browser.signIn('ada@example.com', WRONG);
    expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  it('accepts many concurrent sign-ins with the correct password', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = test.newBrowser();
        await browser.get('/auth/csrf-cookie');
        return browser;
      }),
    );
    const answers = await Promise.all(
      browsers.map((browser) => browser.signIn('ada@example.com', TEST_PASSWORD)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('strangers do not block a network from which the owner signed in, and the owner gets one mail', async () => {
    await signInWhole(test, enrolled);
    await test.deliverMail();
    const block = async () => {
      for (let place = 1; place <= 4; place++) {
        const browser = test.newBrowser({ address: `198.51.100.${place}` });
        for (let wrong = 0; wrong < 5; wrong++) await browser.signIn('ada@example.com', WRONG);
      }
    };
    await block();
    const stranger = test.newBrowser({ address: '203.0.113.22' });
    expect((await stranger.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
    expect((await test.newBrowser().signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
    const subject = 'Sign-in to your Halyard account is blocked';
    expect(await test.deliverMail()).toMatchObject([{ to: 'ada@example.com', subject }]);
    await pass(3_600);
    await block();
    expect(await test.deliverMail()).toEqual([]);
  });

  it('wrong passwords from a known network wait like those from any other', async () => {
    for (let wrong = 0; wrong < 5; wrong++) await test.newBrowser().signIn('ada@example.com', WRONG);
    expect((await test.newBrowser().signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
  });

  it('strangers who fill the queue of passwords do not keep a known network waiting', async () => {
    const queue = fillHashQueue();
    const stranger = test.newBrowser({ address: '203.0.113.23' });
    expect((await stranger.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(503);
    expect((await test.newBrowser().signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
    await queue;
  });

  // @spec D.49
  it('counts failures of an unknown e-mail across all its spellings', async () => {
    const spellings = [
      'MÜLLER@Bücher.example ',
      'mu\u0308ller@bücher.example',
      'müller@xn--bcher-kva.example',
      'Müller@XN--BCHER-KVA.example',
      'müller@ｂücher.example',
    ];
    for (const email of spellings) await test.newBrowser().signIn(email, WRONG);
    await test.newBrowser().signIn('müller@bücher.example', WRONG);
    expect((await auditOf('auth.login'))[0]?.metadata).toEqual({ reason: 'locked' });
  });

  it('accepts and counts every spelling of an account', async () => {
    await test.createAdministrator('müller@xn--bcher-kva.example');
    const signIn = async (email: string, password: string) =>
      (await test.newBrowser().signIn(email, password)).status;
    expect(await signIn('MÜLLER@Bücher.example ', TEST_PASSWORD)).toBe(200);
    for (let wrong = 0; wrong < 5; wrong++) await signIn('müller@bücher.example', WRONG);
    expect(await signIn('MÜLLER@Bücher.example', TEST_PASSWORD)).toBe(401);
    expect(await signIn('müller@xn--bcher-kva.example', TEST_PASSWORD)).toBe(401);
  });

  it('treats İ in an e-mail as i', async () => {
    await test.createAdministrator('iris@example.com');
    for (let wrong = 0; wrong < 5; wrong++) await test.newBrowser().signIn('iris@example.com', WRONG);
    const answer = await test.newBrowser().signIn('\u0130ris@example.com', TEST_PASSWORD);
    expect(answer.status).toBe(401);
  });

  it('keeps earlier failures when a password cannot be checked', async () => {
    const browser = test.newBrowser({ address: '203.0.113.20' });
    for (let wrong = 0; wrong < 4; wrong++) await browser.signIn('ada@example.com', WRONG);
    await browser.get('/auth/csrf-cookie');
    const queue = fillHashQueue();
    expect((await browser.signIn('ada@example.com', WRONG)).status).toBe(503);
    await queue;
    await pass(61);
    expect((await browser.signIn('ada@example.com', WRONG)).status).toBe(401);
    expect((await auditOf('auth.login'))[0]?.metadata).toEqual({ reason: 'wrong_password' });
    expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
    expect((await auditOf('auth.login'))[0]?.metadata).toEqual({ reason: 'locked' });
  });

  it('does not lock sign-in when correct passwords fail because of a server error', async () => {
    const browser = test.newBrowser();
    for (let wrong = 0; wrong < 4; wrong++) await browser.signIn('ada@example.com', WRONG);
    await withoutAudit(test.database, 'auth.login', async () => {
      for (let right = 0; right < 6; right++) {
        expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(503);
      }
    });
    expect((await browser.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  it('does not count a correct password whose database lock timed out', async () => {
    await test.createAdministrator('held@example.com');
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = test.database.transaction(async (transaction) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`SELECT FROM administrators WHERE email = 'held@example.com' FOR UPDATE`.execute(transaction);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const { status } = await test.newBrowser().signIn('held@example.com', TEST_PASSWORD);
    release.resolve();
    await holding;
    expect(status).toBe(503);
    const counts = await test.database.reader.selectFrom('sign_in_failures').select('failures').execute();
    expect(counts).toEqual([{ failures: 0 }]);
    expect((await test.newBrowser().signIn('held@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  it('keeps the account-wide lock when a password cannot be checked', async () => {
    await test.newBrowser({ address: '203.0.113.21' }).signIn('ada@example.com', WRONG);
    await test.database.transaction((transaction) =>
      transaction.updateTable('sign_in_failures').set({ failures: 19 }).where('address', '=', '').execute(),
    );
    const elsewhere = test.newBrowser({ address: '203.0.113.10' });
    const queue = fillHashQueue();
    expect((await elsewhere.signIn('ada@example.com', WRONG)).status).toBe(503);
    await queue;
    expect((await elsewhere.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
  });

  // @spec D.48
  it('lets the owner sign in from another address until twenty failures in total', async () => {
    for (let place = 1; place <= 3; place++) {
      const browser = test.newBrowser({ address: `198.51.100.${place}` });
      for (let wrong = 0; wrong < 6; wrong++) await browser.signIn('ada@example.com', WRONG);
    }
    const owner = test.newBrowser({ address: '203.0.113.9' });
    expect((await owner.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
    for (let place = 4; place <= 5; place++) {
      const browser = test.newBrowser({ address: `198.51.100.${place}` });
      for (let wrong = 0; wrong < 5; wrong++) await browser.signIn('ada@example.com', WRONG);
    }
    expect((await owner.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
    await pass(901);
    expect((await owner.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  // @spec D.49
  it('counts failures per IPv6 /64 network', async () => {
    for (let host = 1; host <= 5; host++) {
      await test.newBrowser({ address: `2001:db8:1:2::${host}` }).signIn('ada@example.com', WRONG);
    }
    const same = test.newBrowser({ address: '2001:db8:1:2:ffff::9' });
    expect((await same.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(401);
    const other = test.newBrowser({ address: '2001:db8:1:3::1' });
    expect((await other.signIn('ada@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  it('counts failures per connecting address and ignores forwarding headers', async () => {
    const browser = test.newBrowser();
    await browser.get('/auth/csrf-cookie');
    const tries = Array.from({ length: 6 }, (_, index) => `203.0.113.${index}`);
    for (const address of tries) {
      const headers = {
        'x-forwarded-for': address,
        'x-real-ip': address,
        'true-client-ip': address,
        forwarded: `for=${address}`,
      };
      await browser.post('/auth/login', { email: 'ada@example.com', password: WRONG }, { headers });
    }
    expect((await auditOf('auth.login'))[0]).toMatchObject({
      metadata: { reason: 'locked' },
      ip_address: '192.0.2.1',
    });
  });

  it.each([257, 4_097])('neither hashes nor counts a password of %i characters', async (length) => {
    const before = await auditOf('auth.login');
    const answer = await test.newBrowser().signIn('ada@example.com', 'x'.repeat(length));
    expect(answer).toMatchObject({ status: 400, body: { status: 'validation_error' } });
    expect(await auditOf('auth.login')).toEqual(before);
    expect(await test.database.reader.selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
  });

  it('checks only five of fifty passwords sent concurrently to two replicas', async () => {
    const replica = await test.createReplica();
    const before = (await auditOf('auth.login')).length;
    const browsers = Array.from({ length: 50 }, (_, index) =>
      test.newBrowser(index % 2 === 0 ? {} : { on: replica }),
    );
    await Promise.all(browsers.map((browser) => browser.signIn('ada@example.com', WRONG)));
    const entries = (await auditOf('auth.login')).slice(0, -before);
    const looked = entries.filter(({ metadata }) => JSON.stringify(metadata).includes('wrong_password'));
    expect(entries).toHaveLength(50);
    expect(looked).toHaveLength(5);
  });

  // @spec D.13, D.57
  it('replaces the session cookie and invalidates the previous one', async () => {
    const browser = test.newBrowser();
    await browser.get('/auth/csrf-cookie');
    const anonymous = browser.cookie;
    const anonymousToken = browser.csrfToken;
    await browser.post('/auth/login', { email: 'ada@example.com', password: TEST_PASSWORD });
    expect(browser.cookie).not.toBe(anonymous);
    expect(browser.csrfToken).not.toBe(anonymousToken);
    const half = browser.cookie;
    await browser.post('/auth/login', { email: 'ada@example.com', password: TEST_PASSWORD });
    const thief = test.newBrowser();
    thief.cookie = half;
    expect((await thief.get('/auth/2fa/status')).status).toBe(401);
  });

  // @spec D.4, D.6
  it('sets an HttpOnly, SameSite=Strict cookie', async () => {
    const { headers } = await test.newBrowser().signIn('ada@example.com', TEST_PASSWORD);
    expect(headers['set-cookie']).toMatch(
      /^admin_session_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  // @spec D.4
  it('stores only the hash of a session token', async () => {
    const browser = test.newBrowser();
    await browser.signIn('ada@example.com', TEST_PASSWORD);
    const token = browser.cookie?.split('=')[1] ?? '';
    const rows = await test.database.reader.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some((row) => row.token_hash.toString('base64url') === token)).toBe(false);
  });

  // @spec D.38
  it('rehashes a password whose hash has outdated parameters', async () => {
    const { id } = await test.createAdministrator('old@example.com');
    const { argon2Sync } = await import('node:crypto');
    const salt = Buffer.alloc(16, 7);
    const hash = argon2Sync('argon2id', {
      message: TEST_PASSWORD,
      nonce: salt,
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const planted = `$argon2id$v=19$m=19456,t=2,p=1$${base64(salt)}$${base64(hash)}`;
    await test.database.transaction((transaction) => setPassword(transaction, test.sealedRows, id, planted));
    expect((await test.newBrowser().signIn('old@example.com', TEST_PASSWORD)).status).toBe(200);
    const { password_hash } = await test.database.reader
      .selectFrom('administrators')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(HASH_FORM);
    expect((await test.newBrowser().signIn('old@example.com', TEST_PASSWORD)).status).toBe(200);
  });
});

describe('POST /auth/logout', () => {
  // @spec 7.7, D.8
  it('ends the session at once on every replica and can be repeated', async () => {
    const replica = await test.createReplica();
    const { browser } = enrolled;
    expect((await browser.get('/auth/me')).body).toEqual({ uuid: enrolled.id, email: 'ada@example.com' });
    const { cookie, csrfToken } = browser;
    const answer = await browser.post('/auth/logout');
    expect(answer.status).toBe(204);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(browser.cookie).toBeUndefined();
    for (const on of [test.app, replica]) {
      const thief = test.newBrowser({ on });
      thief.cookie = cookie;
      thief.csrfToken = csrfToken;
      expect((await thief.get('/auth/me')).status).toBe(401);
      expect((await thief.post('/auth/logout')).status).toBe(204);
    }
    expect((await auditOf('auth.logout'))[0]).toMatchObject({
      actor_email: 'ada@example.com',
      status: 'success',
    });
  });
});
