import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EnrolledAccount,
  startEnrolledAccount,
  UNAVAILABLE,
} from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestAnswer, TestBrowser } from '../../../../test/test-browser.ts';
import { codeAt } from '../../../../test/totp-codes.ts';

const CODE_USED_MAIL = 'A backup code was used on your Halyard account';
const DISABLED_MAIL = 'Two-factor authentication was disabled for your Halyard account';
const REPLACED_MAIL = 'Your Halyard backup codes were regenerated';

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => await account.putBack());

const disable = (browser: TestBrowser, code: unknown) => browser.post('/auth/2fa/disable', { code });
const regenerate = (browser: TestBrowser, code: unknown) => browser.post('/auth/2fa/backup-codes', { code });

async function pendingSession(): Promise<TestBrowser> {
  const browser = account.test.newBrowser();
  await browser.signIn(account.owner.email, TEST_PASSWORD);
  return browser;
}

const verify = async (code: string | undefined) =>
  (await (await pendingSession()).post('/auth/2fa/verify', { code })).status;

function wrongCode(attemptsRemaining: number, reason: 'wrong' | 'replayed' = 'wrong') {
  const message =
    reason === 'wrong' ? 'Invalid verification code' : 'This code was used before. Wait for the next code.';
  return {
    status: 400,
    body: { status: 'invalid_code', message, attemptsRemaining },
    audit: [{ action: 'two_factor.step_up', status: 'failure', metadata: { reason } }],
  };
}

const subjectsOf = (mails: readonly { readonly subject: string }[]) =>
  mails.map(({ subject }) => subject).toSorted();

describe.each([
  ['disable', disable],
  ['backup-codes', regenerate],
] as const)('POST /auth/2fa/%s', (path, act) => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a number', 123456],
    ['a list', ['123456']],
    ['70 characters', '1'.repeat(70)],
  ])('rejects %s as a code, even with a valid code in the header', async (_name, code) => {
    const browser = await account.openSession();
    const headers = { 'x-2fa-code': account.code() };
    await account.refuses(() => browser.post(`/auth/2fa/${path}`, { code }, { headers }), {
      status: 400,
      body: {
        status: 'validation_error',
        message: 'Some fields are not valid',
        errors: [expect.objectContaining({ field: 'code' })],
      },
    });
    expect(await verify(account.code())).toBe(204);
  });

  // @spec D.24, D.64
  it('rejects a wrong code, an unknown backup code and a code that was already used', async () => {
    const browser = await account.openSession();
    await account.refuses(() => act(browser, account.wrong()), wrongCode(2));
    const used = account.code();
    expect(await verify(used)).toBe(204);
    await account.refuses(() => act(browser, used), wrongCode(2, 'replayed'));
    await account.refuses(() => act(browser, 'ABCDEFGH12'), wrongCode(1));
  });

  it('accepts one of fifty concurrent requests with the same code on two replicas', async () => {
    const replica = await account.test.createReplica();
    const browser = await account.openSession();
    const twin = account.test.newBrowser({ on: replica });
    Object.assign(twin, { cookie: browser.cookie, csrfToken: browser.csrfToken });
    const code = account.code();
    const answers: TestAnswer[] = [];
    // A new set needs ten hashes and the hash queue holds 36, so further requests get 503.
    for (let wave = 0; wave < 5; wave++) {
      const racers = Array.from({ length: 10 }, (_, index) => (index % 2 ? browser : twin));
      answers.push(...(await Promise.all(racers.map((racer) => act(racer, code)))));
    }
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const { status } of answers) expect([200, 204, 400, 401, 429, 503]).toContain(status);
    const acts = (await account.newEntries()).filter(({ status }) => status === 'success');
    const actions = acts.map(({ action }) => action).filter((action) => action !== 'session.end');
    expect(actions).toEqual([`two_factor.${path.replace('-', '_')}`]);
  });

  // @spec D.118
  it('changes nothing and does not use up the code if the audit entry cannot be written', async () => {
    const browser = await account.openSession();
    const code = account.code();
    await account.withoutAudit(`two_factor.${path.replace('-', '_')}`, async () => {
      await account.refuses(() => act(browser, code), UNAVAILABLE);
    });
    expect((await act(browser, code)).status).toBeLessThan(300);
  });

  it('rejects fields that name another account or secret', async () => {
    const browser = await account.openSession();
    const { id } = await account.test.createAdministrator('stranger@example.com');
    for (const extra of [
      { adminId: id },
      { email: 'stranger@example.com' },
      { secret: account.owner.secret },
    ]) {
      const answer = await browser.post(`/auth/2fa/${path}`, { code: account.code(), ...extra });
      expect(answer).toMatchObject({ status: 400, body: { status: 'validation_error' } });
    }
    expect(await verify(account.code())).toBe(204);
  });
});

describe('POST /auth/2fa/disable', () => {
  // @spec 7.11, D.33
  it('ends every session, deletes the secret and codes, and requires enrolment at the next sign-in', async () => {
    const { test, owner } = account;
    const replica = await test.createReplica();
    const others = [await account.openSession(), await account.openSession(replica)];
    const half = await pendingSession();
    const browser = await account.openSession();
    await account.newEntries();
    const code = account.code();

    const answer = await disable(browser, ` ${code} `);
    expect([answer.status, answer.body]).toEqual([204, '']);
    for (const each of [browser, ...others]) {
      for (const path of ['/auth/me', '/auth/2fa/status', '/users', '/analytics/overview']) {
        expect((await each.get(path)).status).toBe(401);
      }
    }
    expect((await half.get('/auth/2fa/status')).status).toBe(401);
    const entries = await account.newEntries();
    expect(entries.map(({ action }) => action)).toEqual([
      ...Array(4).fill('session.end'),
      'two_factor.disable',
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        status: 'success',
        actor_id: owner.id,
        request_id: answer.headers['x-request-id'],
      });
    }
    const mails = await test.deliverMail();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[owner.email, DISABLED_MAIL]]);
    expect(mails[0]?.text).toContain('192.0.2.1');

    const { rows } = await test.database.query({
      text: `SELECT totp_secret, totp_enabled_at, backup_code_salt,
        cardinality(backup_codes) AS codes FROM administrators`,
    });
    expect(rows).toEqual([{ totp_secret: null, totp_enabled_at: null, backup_code_salt: null, codes: 0 }]);

    const back = test.newBrowser();
    expect((await back.signIn(owner.email, TEST_PASSWORD)).body).toEqual({ requires2FA: false });
    expect((await back.get('/users')).body.status).toBe('2fa_setup_required');
    expect((await disable(back, account.code(1))).status).toBe(403);
    for (const old of [account.code(1), owner.backupCodes[0]]) {
      expect((await back.post('/auth/2fa/verify', { code: old })).status).toBe(403);
    }
    const { secret, backupCodes } = (await back.post('/auth/2fa/setup')).body;
    expect(secret).not.toBe(owner.secret);
    for (const old of owner.backupCodes) expect(backupCodes).not.toContain(old);
    const old = { secret: owner.secret, backupCodes: owner.backupCodes, code: account.code(1) };
    expect((await back.post('/auth/2fa/enable', old)).body.status).toBe('setup_mismatch');
    test.clock.now += 60_000;
    const fresh = { secret, backupCodes, code: codeAt(secret, test.clock.now) };
    expect((await back.post('/auth/2fa/enable', fresh)).status).toBe(204);
    test.clock.now += 60_000;
    expect(await verify(account.code())).toBe(400);
    expect(await verify(owner.backupCodes[0])).toBe(400);
    expect(await verify(codeAt(secret, test.clock.now))).toBe(204);
  });

  it('does not refuse codes of a new authenticator for codes of the former one that came too early', async () => {
    const { test, owner } = account;
    const browser = await account.openSession();
    expect(await verify(account.code(6))).toBe(400);
    expect((await disable(browser, account.code())).status).toBe(204);
    const back = test.newBrowser();
    await back.signIn(owner.email, TEST_PASSWORD);
    const { secret, backupCodes } = (await back.post('/auth/2fa/setup')).body;
    test.clock.now += 60_000;
    const code = codeAt(secret, test.clock.now);
    expect((await back.post('/auth/2fa/enable', { secret, backupCodes, code })).status).toBe(204);
    test.clock.now += 120_000;
    expect(await verify(codeAt(secret, test.clock.now))).toBe(204);
  });

  it('accepts a backup code to disable two-factor authentication', async () => {
    const browser = await account.openSession();
    expect((await disable(browser, account.owner.backupCodes[0])).status).toBe(204);
    expect(subjectsOf(await account.test.deliverMail())).toEqual([CODE_USED_MAIL, DISABLED_MAIL]);
  });

  it('does not end the sessions of other administrators', async () => {
    await account.test.createAdministrator('stranger@example.com');
    const stranger = account.test.newBrowser();
    await stranger.signIn('stranger@example.com', TEST_PASSWORD);
    expect((await disable(await account.openSession(), account.code())).status).toBe(204);
    expect((await stranger.get('/auth/2fa/status')).status).toBe(200);
  });

  it('ends a session that is verified concurrently with disabling', async () => {
    const browser = await account.openSession();
    const half = await pendingSession();
    const [disabled] = await Promise.all([
      disable(browser, account.code()),
      half.post('/auth/2fa/verify', { code: account.owner.backupCodes[0] }),
    ]);
    expect(disabled.status).toBe(204);
    expect((await half.get('/auth/me')).status).toBe(401);
  });
});

describe('POST /auth/2fa/backup-codes', () => {
  // @spec 3.23, 7.13, D.31
  it('replaces the backup codes, returns the new ones once and stores only their hashes', async () => {
    const { test, owner } = account;
    const browser = await account.openSession();
    const [used, old] = owner.backupCodes;
    expect(await verify(used)).toBe(204);
    expect((await browser.get('/auth/2fa/status')).body).toEqual({ enabled: true, backupCodesRemaining: 9 });
    await test.deliverMail();
    await account.newEntries();

    const answer = await regenerate(browser, account.code());
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['backupCodes']]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const codes: string[] = answer.body.backupCodes;
    expect(new Set([...codes, ...owner.backupCodes]).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect((await browser.get('/auth/2fa/status')).body).toEqual({ enabled: true, backupCodesRemaining: 10 });
    expect(await account.newEntries()).toMatchObject([
      { action: 'two_factor.backup_codes', status: 'success', request_id: answer.headers['x-request-id'] },
    ]);
    const mails = await test.deliverMail();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[owner.email, REPLACED_MAIL]]);

    const { rows } = await test.database.query<{ backup_codes: Buffer[]; backup_code_salt: Buffer }>({
      text: 'SELECT backup_codes, backup_code_salt FROM administrators',
    });
    expect(rows.flatMap((row) => row.backup_codes.map((hash) => hash.length))).toEqual(Array(10).fill(32));
    expect(rows.map((row) => row.backup_code_salt.length)).toEqual([16]);
    const told = JSON.stringify([mails, await account.state(), test.logged()]);
    for (const code of codes) {
      expect(told).not.toContain(code);
      expect(told).not.toContain(Buffer.from(code).toString('hex'));
    }
    expect(await verify(old)).toBe(400);
    expect(await verify(codes[0])).toBe(204);
    expect(await verify(codes[0])).toBe(400);
  });

  it('accepts an old backup code and invalidates the other old codes', async () => {
    const browser = await account.openSession();
    const answer = await regenerate(browser, account.owner.backupCodes[0]);
    expect(answer.body.backupCodes).toHaveLength(10);
    expect((await browser.get('/auth/2fa/status')).body.backupCodesRemaining).toBe(10);
    expect(subjectsOf(await account.test.deliverMail())).toEqual([CODE_USED_MAIL, REPLACED_MAIL]);
    await account.refuses(() => regenerate(browser, account.owner.backupCodes[1]), wrongCode(2));
  });

  it('keeps exactly one complete set after two concurrent regenerations', async () => {
    const replica = await account.test.createReplica();
    const browsers = [await account.openSession(), await account.openSession(replica)] as const;
    const answers = await Promise.all([
      regenerate(browsers[0], account.code()),
      regenerate(browsers[1], account.code(1)),
    ]);
    const sets = answers.filter(({ status }) => status === 200).map(({ body }) => body.backupCodes);
    expect(sets.length).toBeGreaterThan(0);
    expect((await browsers[0].get('/auth/2fa/status')).body.backupCodesRemaining).toBe(10);
    account.test.clock.now += 90_000;
    const works = await Promise.all(sets.map(async ([first]) => (await verify(first)) === 204));
    expect(works.filter(Boolean)).toHaveLength(1);
    const live = sets[works.indexOf(true)];
    expect(await verify(live[9])).toBe(204);
  });

  it('keeps other sessions open when backup codes are regenerated', async () => {
    const other = await account.openSession();
    expect((await regenerate(await account.openSession(), account.code())).status).toBe(200);
    expect((await other.get('/auth/me')).status).toBe(200);
  });
});
