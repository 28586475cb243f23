import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator, signInWhole } from '../../../../test/authenticator.ts';
import {
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
} from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';
import { codeAt, wrongCode } from '../../../../test/totp-codes.ts';
import { deleteExpiredRows } from '../expired-rows.ts';

const STEP_MS = 30_000;
const RACERS = 50;

let test: TestApplication;
let ada: Enrolled;

beforeAll(async () => {
  test = await startTestApplication();
  ada = await enrolAdministrator(test, 'ada@example.com');
  unusedBackupCodes = await backupCodesOf(ada.id);
});
afterAll(async () => await test.close());

let unusedBackupCodes: Buffer[];
let count = 0;
/** Resets the shared enrolment, because hashing ten backup codes takes a second. */
beforeEach(async () => {
  count++;
  test.clock.now += 10 * STEP_MS;
  await test.database.transaction(async (transaction) => {
    await sql`UPDATE administrators SET disabled_at = NULL, code_failures = 0, code_locks = 0,
      code_window_started_at = NULL, codes_locked_until = NULL, step_up_failures = 0`.execute(transaction);
    await sql`UPDATE administrators SET backup_codes = ${unusedBackupCodes} WHERE id = ${ada.id}`.execute(
      transaction,
    );
    await sql`DELETE FROM sessions`.execute(transaction);
  });
  await test.sealRows();
});

async function pendingBrowser(who = ada, on = test.app): Promise<TestBrowser> {
  const browser = test.newBrowser({ on });
  await browser.signIn(who.email, TEST_PASSWORD);
  return browser;
}

/** Inserts pending sessions directly, so that a race does not need fifty password hashes. */
async function plantPending(number: number): Promise<TestBrowser[]> {
  const replica = await test.createReplica();
  const template = await pendingBrowser();
  const browsers: TestBrowser[] = [];
  for (let index = 0; index < number; index++) {
    const token = `${String(index).padStart(3, '0')}${template.cookie?.split('=')[1]?.slice(3)}`;
    await test.database.transaction((transaction) =>
      sql`INSERT INTO sessions (token_hash, administrator_id, stage, expires_at, ip_address, user_agent)
        VALUES (sha256(${token}::bytea), ${ada.id}, 'verify', now() + interval '10 minutes', '192.0.2.1', 'test')`.execute(
        transaction,
      ),
    );
    await test.sealRows();
    const browser = test.newBrowser(index % 2 === 0 ? {} : { on: replica });
    browser.cookie = test.sessionCookie(token);
    await browser.get('/auth/csrf-cookie');
    browsers.push(browser);
  }
  return browsers;
}

const currentCode = (offsetSteps = 0) => codeAt(ada.secret, test.clock.now + offsetSteps * STEP_MS);

async function lastEntry(action: string) {
  await test.auditInbox.linkAll();
  return await test.database.reader
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function passForCodes(seconds: number): Promise<void> {
  await execute(sql`UPDATE administrators SET
    code_window_started_at = code_window_started_at - make_interval(secs => ${seconds}),
    codes_locked_until = codes_locked_until - make_interval(secs => ${seconds})`);
}

/** Writes rows as the product would. */
async function execute(statement: RawBuilder<unknown>): Promise<void> {
  await test.database.transaction((transaction) => statement.execute(transaction));
  await test.sealRows();
}

async function backupCodesOf(id: string): Promise<Buffer[]> {
  const { backup_codes } = await test.database.reader
    .selectFrom('administrators')
    .select('backup_codes')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return backup_codes;
}

describe('POST /auth/2fa/verify', () => {
  // @spec 7.6, 7.12, D.14, D.140
  it('completes the session under a new token', async () => {
    const browser = await pendingBrowser();
    const half = browser.cookie;
    const answer = await browser.post('/auth/2fa/verify', { code: ` ${currentCode()} ` });
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(browser.cookie).not.toBe(half);
    expect((await browser.get('/auth/me')).body).toEqual({ uuid: ada.id, email: ada.email });
    const thief = test.newBrowser();
    thief.cookie = half;
    expect((await thief.get('/auth/me')).status).toBe(401);
    expect(await lastEntry('two_factor.verify')).toMatchObject({
      status: 'success',
      metadata: { method: 'totp' },
    });
  });

  // @spec D.22
  it.each([
    [-2, 400],
    [-1, 204],
    [0, 204],
    [1, 204],
    [2, 400],
  ])('answers a code that is %i time steps off with status %i', async (steps, status) => {
    const browser = await pendingBrowser();
    expect((await browser.post('/auth/2fa/verify', { code: currentCode(steps) })).status).toBe(status);
  });

  it.each([-20, -6, -3, -2, 2, 3, 20])(
    'hints at the clock for a code that is %i time steps off, and never accepts it',
    async (steps) => {
      const browser = await pendingBrowser();
      const code = currentCode(steps);
      const answer = await browser.post('/auth/2fa/verify', { code });
      expect(answer).toMatchObject({
        status: 400,
        body: { status: 'invalid_code', attemptsRemaining: 4, message: expect.stringMatching(/clock/) },
      });
      expect(await lastEntry('two_factor.verify')).toMatchObject({ metadata: { reason: 'mistimed' } });
      test.clock.now += steps * STEP_MS;
      expect((await browser.post('/auth/2fa/verify', { code })).status).toBe(400);
      test.clock.now += Math.abs(steps) * 2 * STEP_MS;
      expect((await browser.post('/auth/2fa/verify', { code: currentCode() })).status).toBe(204);
    },
  );

  it('keeps each mistimed code refused when its time comes', async () => {
    const browser = await pendingBrowser();
    const codes = [3, 5, 4].map((steps) => currentCode(steps));
    for (const code of codes) await browser.post('/auth/2fa/verify', { code });
    for (const step of [3, 4, 5]) {
      test.clock.now += (step === 3 ? 3 : 1) * STEP_MS;
      const answer = await (await pendingBrowser()).post('/auth/2fa/verify', { code: currentCode() });
      expect(answer.status).toBe(400);
    }
  });

  it('gives no hint for a code of another hour or while codes are locked', async () => {
    const other = await (await pendingBrowser()).post('/auth/2fa/verify', { code: currentCode(120) });
    expect(other.body.message).toBe('Invalid verification code');
    for (let session = 0; session < 2; session++) {
      const browser = await pendingBrowser();
      const code = wrongCode(ada.secret, test.clock.now);
      for (let wrong = 0; wrong < 5; wrong++) await browser.post('/auth/2fa/verify', { code });
    }
    const locked = await (await pendingBrowser()).post('/auth/2fa/verify', { code: currentCode(3) });
    expect(locked.body.message).toBe('Invalid verification code');
  });

  it.each([
    ['full-width', 0xff10],
    ['Arabic-Indic', 0x0660],
    ['Persian', 0x06f0],
    ['Devanagari', 0x0966],
    ['mathematical', 0x1d7ce],
  ])('accepts %s digits and grouped ones', async (_name, zero) => {
    const digits = currentCode().replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const [first, ...rest] = Array.from(digits);
    const code = `\u200E${first} ${rest.join('')}`;
    expect((await (await pendingBrowser()).post('/auth/2fa/verify', { code })).status).toBe(204);
  });

  // @spec D.23
  it('rejects a time step that was used and any earlier one', async () => {
    const code = currentCode();
    const earlier = currentCode(-1);
    expect((await (await pendingBrowser()).post('/auth/2fa/verify', { code })).status).toBe(204);
    const replay = await (await pendingBrowser()).post('/auth/2fa/verify', { code });
    expect(replay).toMatchObject({ status: 400, body: { status: 'invalid_code', attemptsRemaining: 4 } });
    expect(replay.body.message).toMatch(/wait for the next code/i);
    const old = await (await pendingBrowser()).post('/auth/2fa/verify', { code: earlier });
    expect(old.body.status).toBe('invalid_code');
  });

  it('rejects the code of the enrolment at the first sign-in', async () => {
    const grace = await enrolAdministrator(test, 'grace@example.com');
    test.clock.now -= 2 * STEP_MS;
    const code = codeAt(grace.secret, test.clock.now);
    const answer = await (await pendingBrowser(grace)).post('/auth/2fa/verify', { code });
    expect(answer.body.status).toBe('invalid_code');
  });

  // @spec D.15, D.92, D.119
  it('ends the pending session at the fifth wrong code', async () => {
    const browser = await pendingBrowser();
    const code = wrongCode(ada.secret, test.clock.now);
    for (const attemptsRemaining of [4, 3, 2, 1, 0]) {
      const answer = await browser.post('/auth/2fa/verify', { code });
      expect(answer).toMatchObject({ status: 400, body: { status: 'invalid_code', attemptsRemaining } });
    }
    expect((await browser.post('/auth/2fa/verify', { code: currentCode() })).status).toBe(401);
    expect(await lastEntry('two_factor.verify')).toMatchObject({
      status: 'failure',
      actor_email: ada.email,
      metadata: { reason: 'wrong', session_ended: true },
    });
  });

  it('checks only five of many codes sent concurrently in one session', async () => {
    const browser = await pendingBrowser();
    const code = wrongCode(ada.secret, test.clock.now);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.post('/auth/2fa/verify', { code })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(15);
  });

  // @spec D.26
  it('locks all codes for 15 minutes, then 30, after ten wrong ones in an hour', async () => {
    for (const minutes of [15, 30]) {
      for (let session = 0; session < 2; session++) {
        const browser = await pendingBrowser();
        const code = wrongCode(ada.secret, test.clock.now);
        for (let wrong = 0; wrong < 5; wrong++) await browser.post('/auth/2fa/verify', { code });
      }
      await passForCodes(minutes * 60 - 60);
      const locked = await (await pendingBrowser()).post('/auth/2fa/verify', { code: currentCode() });
      expect(locked.body.status).toBe('invalid_code');
      expect(await lastEntry('two_factor.verify')).toMatchObject({ metadata: { reason: 'locked' } });
      await passForCodes(61);
    }
    expect((await (await pendingBrowser()).post('/auth/2fa/verify', { code: currentCode() })).status).toBe(
      204,
    );
  });

  // @spec 9.15
  it.each(['12345', '1234567', '12 34 56', '１２３４５６', '1e5', '-12345', '000000', 'OOOOOOOOOO', '💥'])(
    'rejects %j as a wrong code',
    async (code) => {
      const answer = await (await pendingBrowser()).post('/auth/2fa/verify', { code });
      expect(answer).toMatchObject({ status: 400, body: { status: 'invalid_code' } });
    },
  );

  it.each([
    ['an empty text', ''],
    ['nothing', undefined],
    ['null', null],
    ['a number', 123456],
    ['a list', ['123456']],
    ['an object', {}],
    ['10 kB', '1'.repeat(10_000)],
  ])('rejects %s as invalid input', async (_name, code) => {
    const answer = await (await pendingBrowser()).post('/auth/2fa/verify', { code });
    expect([400, 413]).toContain(answer.status);
    expect(['validation_error', 'too_large']).toContain(answer.body.status);
  });

  // @spec D.23
  it('accepts one of fifty concurrent uses of one TOTP time step', async () => {
    const browsers = await plantPending(RACERS);
    const code = currentCode();
    const answers = await Promise.all(browsers.map((browser) => browser.post('/auth/2fa/verify', { code })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('does not use up a second code sent while the first completes the session', async () => {
    const browser = await pendingBrowser();
    const [ofApp, ofPaper] = await Promise.all([
      browser.post('/auth/2fa/verify', { code: currentCode() }),
      browser.post('/auth/2fa/verify', { code: ada.backupCodes[0] }),
    ]);
    expect([ofApp.status, ofPaper.status].toSorted()).toEqual([204, 401]);
    expect((await browser.get('/auth/2fa/status')).body).toEqual({
      enabled: true,
      backupCodesRemaining: ofApp.status === 204 ? 10 : 9,
    });
  });

  // @spec D.12
  it('ends the oldest of six full sessions', async () => {
    const browsers: TestBrowser[] = [];
    for (let number = 1; number <= 6; number++) browsers.push(await signInWhole(test, ada));
    const statuses = await Promise.all(browsers.map((browser) => browser.get('/auth/me')));
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200, 200, 200, 200]);
    expect(await lastEntry('session.end')).toMatchObject({ metadata: { reason: 'too many sessions' } });
  });
});

describe('backup codes', () => {
  it.each([
    ['Crockford’s equivalents', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
    ['other equivalents', (code: string) => code.toLowerCase().replaceAll('0', 'O').replaceAll('1', 'I')],
    [
      'full-width characters',
      (code: string) => code.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ['typographic dashes', (code: string) => `${code.slice(0, 5)}–${code.slice(5)}`],
  ])('accept %s', async (_what, spell) => {
    const { rows } = await test.database.query<{ backup_code_salt: Buffer }>({
      text: 'SELECT backup_code_salt FROM administrators WHERE id = $1',
      values: [ada.id],
    });
    const code = '01ABCDEFGH';
    const hash = await test.passwords.derive(code, rows[0]?.backup_code_salt as Buffer);
    await execute(
      sql`UPDATE administrators SET backup_codes = backup_codes || ${hash}::bytea WHERE id = ${ada.id}`,
    );
    const browser = await pendingBrowser();
    expect((await browser.post('/auth/2fa/verify', { code: spell('U1ABCDEFGH') })).status).toBe(400);
    expect((await browser.post('/auth/2fa/verify', { code: spell(code) })).status).toBe(204);
  });

  // @spec D.29
  it('accepts each backup code once, in any spelling', async () => {
    const [code = '', other = ''] = ada.backupCodes;
    const spelt = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `;
    const browser = await pendingBrowser();
    expect((await browser.post('/auth/2fa/verify', { code: spelt })).status).toBe(204);
    expect((await browser.get('/auth/2fa/status')).body).toEqual({ enabled: true, backupCodesRemaining: 9 });
    const again = await (await pendingBrowser()).post('/auth/2fa/verify', { code });
    expect(again.body.status).toBe('invalid_code');
    expect((await (await pendingBrowser()).post('/auth/2fa/verify', { code: other })).status).toBe(204);
  });

  it('rejects a backup code of another administrator', async () => {
    const grace = await enrolAdministrator(test, 'hopper@example.com');
    const answer = await (await pendingBrowser()).post('/auth/2fa/verify', { code: grace.backupCodes[0] });
    expect(answer.body.status).toBe('invalid_code');
  });

  // @spec D.30
  it('accepts one of fifty concurrent uses of one backup code', async () => {
    const browsers = await plantPending(RACERS);
    const code = ada.backupCodes[0];
    const answers: number[] = [];
    // The hash queue holds 36 requests, so send them in waves of 25.
    for (let start = 0; start < browsers.length; start += 25) {
      const wave = browsers.slice(start, start + 25);
      const done = await Promise.all(wave.map((browser) => browser.post('/auth/2fa/verify', { code })));
      answers.push(...done.map(({ status }) => status));
    }
    expect(answers.filter((status) => status === 204)).toHaveLength(1);
    expect(answers.filter((status) => status === 400)).toHaveLength(RACERS - 1);
  }, 20_000);

  // @spec D.30
  it('stores backup codes and secrets only hashed or encrypted', async () => {
    const administrators = await test.database.reader.selectFrom('administrators').selectAll().execute();
    const hashes = administrators.flatMap((row) => row.backup_codes.map((code) => code.toString('hex')));
    const stored = JSON.stringify([hashes, administrators]);
    for (const code of ada.backupCodes) expect(stored).not.toContain(code);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(stored).not.toContain(ada.secret);
  });
});

describe('two-factor setup', () => {
  async function enrolling(): Promise<{ browser: TestBrowser; email: string }> {
    const { email } = await test.createAdministrator(`new${++count}@example.com`);
    const browser = test.newBrowser();
    await browser.signIn(email, TEST_PASSWORD);
    return { browser, email };
  }

  // @spec 3.22, 7.9, D.20, D.29
  it('issues a new 160-bit secret, its URL and ten backup codes each time', async () => {
    const { browser, email } = await enrolling();
    const first = await browser.post('/auth/2fa/setup');
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    const url = new URL(first.body.otpUrl);
    expect(decodeURIComponent(url.pathname)).toBe(`/Halyard:${email}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Halyard',
      secret: first.body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(first.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(first.body.backupCodes).size).toBe(10);
    for (const code of first.body.backupCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    const second = await browser.post('/auth/2fa/setup');
    expect(second.body.secret).not.toBe(first.body.secret);
    const code = codeAt(first.body.secret, test.clock.now);
    const stale = await browser.post('/auth/2fa/enable', { ...first.body, otpUrl: undefined, code });
    expect(stale).toMatchObject({ status: 400, body: { status: 'setup_mismatch' } });
  });

  // @spec D.19, D.80
  it('rejects a secret or codes that were not issued and ends the setup after five failures', async () => {
    const { browser } = await enrolling();
    const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
    const chosen = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const code = codeAt(secret, test.clock.now);
    const tries = [
      { secret: chosen, backupCodes, code: codeAt(chosen, test.clock.now) },
      { secret, backupCodes: Array(10).fill('AAAAAAAAAA'), code },
      { secret, backupCodes: backupCodes.slice(1), code },
      { secret, backupCodes: backupCodes.toReversed(), code },
      { secret, backupCodes: [...backupCodes, 'AAAAAAAAAA'], code },
    ];
    for (const attempt of tries) {
      expect((await browser.post('/auth/2fa/enable', attempt)).body.status).toBe('setup_mismatch');
    }
    const late = await browser.post('/auth/2fa/enable', { secret, backupCodes, code });
    expect(late.body.status).toBe('setup_mismatch');
    expect((await browser.get('/auth/2fa/status')).body).toEqual({ enabled: false });
  });

  // @spec D.20
  it('ends the setup after five wrong codes and counts them for the account', async () => {
    const { browser } = await enrolling();
    const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
    const code = wrongCode(secret, test.clock.now);
    for (const attemptsRemaining of [4, 3, 2, 1, 0]) {
      const answer = await browser.post('/auth/2fa/enable', { secret, backupCodes, code });
      expect(answer).toMatchObject({ status: 400, body: { status: 'invalid_code', attemptsRemaining } });
    }
    const right = { secret, backupCodes, code: codeAt(secret, test.clock.now) };
    expect((await browser.post('/auth/2fa/enable', right)).body.status).toBe('setup_mismatch');
    const again = (await browser.post('/auth/2fa/setup')).body;
    for (let wrong = 0; wrong < 5; wrong++) {
      await browser.post('/auth/2fa/enable', {
        ...again,
        otpUrl: undefined,
        code: wrongCode(again.secret, test.clock.now),
      });
    }
    const third = (await browser.post('/auth/2fa/setup')).body;
    const locked = await browser.post('/auth/2fa/enable', {
      secret: third.secret,
      backupCodes: third.backupCodes,
      code: codeAt(third.secret, test.clock.now),
    });
    expect(locked.body.status).toBe('invalid_code');
    expect(await lastEntry('two_factor.enable')).toMatchObject({ metadata: { reason: 'locked' } });
  });

  // @spec D.19
  it('rejects a setup that was never issued or has expired after ten minutes', async () => {
    const { browser } = await enrolling();
    const none = await browser.post('/auth/2fa/enable', { secret: 'A', backupCodes: [], code: '123456' });
    expect(none.body.status).toBe('setup_mismatch');
    const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
    await test.database.transaction((transaction) =>
      sql`UPDATE two_factor_setups SET expires_at = expires_at - interval '601 seconds'`.execute(transaction),
    );
    const code = codeAt(secret, test.clock.now);
    expect((await browser.post('/auth/2fa/enable', { secret, backupCodes, code })).body.status).toBe(
      'setup_mismatch',
    );
  });

  // @spec 7.10, D.14, D.18
  it('completes the session once and ends the other sessions', async () => {
    const { browser, email } = await enrolling();
    const other = test.newBrowser();
    await other.signIn(email, TEST_PASSWORD);
    const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
    const enrolment = { secret, backupCodes, code: codeAt(secret, test.clock.now) };
    const half = browser.cookie;
    expect((await browser.post('/auth/2fa/enable', enrolment)).status).toBe(204);
    expect(browser.cookie).not.toBe(half);
    expect((await browser.get('/auth/me')).body.email).toBe(email);
    expect((await other.get('/auth/2fa/status')).status).toBe(401);
    expect((await browser.post('/auth/2fa/enable', enrolment)).body.status).toBe('2fa_already_enabled');
    expect((await browser.post('/auth/2fa/setup')).status).toBe(409);
    expect(await lastEntry('two_factor.enable')).toMatchObject({ status: 'success', actor_email: email });
  });

  // @spec D.21
  it('rejects the setup of an enrolled administrator and keeps the old secret valid', async () => {
    expect((await (await signInWhole(test, ada)).post('/auth/2fa/setup')).body.status).toBe(
      '2fa_already_enabled',
    );
    const pending = await pendingBrowser();
    expect((await pending.post('/auth/2fa/setup')).status).toBe(401);
    expect((await pending.post('/auth/2fa/verify', { code: currentCode() })).status).toBe(204);
  });
});

describe('session lifetime', () => {
  // @spec D.10
  it.each([
    ['verify', 10 * 60],
    ['enrol', 30 * 60],
    ['full', 12 * 60 * 60],
  ])('ends a session at stage %s after %i seconds', async (stage, seconds) => {
    const browser = stage === 'full' ? await signInWhole(test, ada) : await pendingBrowser();
    const email = `${stage}${count}@example.com`;
    if (stage === 'enrol') {
      await test.createAdministrator(email);
      await browser.signIn(email, TEST_PASSWORD);
    }
    const age = async (by: number) =>
      await execute(sql`UPDATE sessions SET expires_at = expires_at - make_interval(secs => ${by})
        WHERE ended_at IS NULL`);
    await age(seconds - 5);
    expect((await browser.get('/auth/2fa/status')).status).toBe(200);
    await age(5);
    expect((await browser.get('/auth/2fa/status')).status).toBe(401);
  });

  // @spec D.9
  it('ends a session after 30 idle minutes and extends it on activity', async () => {
    const browser = await signInWhole(test, ada);
    const age = async (minutes: number) =>
      await execute(sql`UPDATE sessions SET last_seen_at = last_seen_at - make_interval(secs => ${minutes * 60})
        WHERE administrator_id = ${ada.id}`);
    await age(29.9);
    expect((await browser.get('/auth/me')).status).toBe(200);
    await age(29.9);
    expect((await browser.get('/auth/me')).status).toBe(200);
    await age(30.1);
    expect((await browser.get('/auth/me')).status).toBe(401);
  });

  // @spec D.8
  it('rejects the next request of a disabled administrator', async () => {
    const browser = await signInWhole(test, ada);
    await execute(sql`UPDATE administrators SET disabled_at = now() WHERE id = ${ada.id}`);
    expect((await browser.get('/auth/me')).status).toBe(401);
  });

  it('deletes sessions a month after their end and failure counts once they are outdated', async () => {
    const kept = await signInWhole(test, ada);
    const old = await pendingBrowser();
    await old.post('/auth/logout');
    await old.signIn(ada.email, 'Wrong-Password-000');
    await test.database.transaction(async (transaction) => {
      await sql`UPDATE sessions SET ended_at = ended_at - interval '31 days'`.execute(transaction);
      await sql`UPDATE sign_in_failures SET window_started_at = now() - interval '61 minutes'`.execute(
        transaction,
      );
    });
    await deleteExpiredRows(test.database);
    const { rows } = await test.database.query<{ sessions: number; failures: number }>({
      text: 'SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM sign_in_failures) AS failures',
    });
    expect(rows).toEqual([{ sessions: 1, failures: 0 }]);
    expect((await kept.get('/auth/me')).status).toBe(200);
  });
});
