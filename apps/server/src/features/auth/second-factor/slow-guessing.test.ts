import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';
import { codeAt, wrongCode } from '../../../../test/totp-codes.ts';
import { changeAdministrator } from '../administrators/administrator-store.ts';

const WRONG_CODES = 'Wrong 2FA codes for your Halyard account';
const EXPIRED = 'Choose a new password for your Halyard account';
const SIGNED_OUT = { status: 401, body: { status: 'unauthenticated', message: 'Please sign in' } };
const HOUR = 3_600;

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => {
  await account.putBack();
  await account.test.deliverMail();
});

async function subjects(): Promise<string[]> {
  return (await account.test.deliverMail()).map(({ subject }) => subject);
}

const signIn = async () => {
  const browser = account.test.newBrowser();
  return { browser, answer: await browser.signIn(account.owner.email, TEST_PASSWORD) };
};

/** Enters wrong codes below the limits of a session and an hour, hour by hour. */
async function guess(codes: number): Promise<void> {
  for (let entered = 0; entered < codes; ) {
    const { browser } = await signIn();
    for (let inSession = 0; inSession < 4 && entered < codes; inSession++, entered++) {
      expect((await browser.post('/auth/2fa/verify', { code: account.wrong() })).status).toBe(400);
    }
    await account.ageWrongCodes(HOUR);
  }
}

/** Signs in and enters wrong codes until the sign-in ends, then lets an hour pass. */
async function abandonSignIn(): Promise<void> {
  const { browser } = await signIn();
  for (let code = 0; code < 5; code++) {
    await browser.post('/auth/2fa/verify', { code: account.wrong() });
  }
  await account.ageWrongCodes(HOUR);
}

/** Returns a call that resets the password with a mailed link. */
async function openReset() {
  const browser = account.test.newBrowser();
  await browser.get('/auth/csrf-cookie');
  await browser.post('/auth/password/reset/initiate', { email: account.owner.email });
  const [mail] = await account.test.deliverMail();
  const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  return (newPassword: string) => browser.post('/auth/password/reset/complete', { token, newPassword });
}

async function verify(code: string): Promise<number> {
  const { browser } = await signIn();
  return (await browser.post('/auth/2fa/verify', { code })).status;
}

it('mails the owner about the first sign-in that ends on wrong codes, once until a good code', async () => {
  await abandonSignIn();
  expect(await subjects()).toEqual([WRONG_CODES]);
  await abandonSignIn();
  expect(await subjects()).toEqual([]);
  expect(await verify(account.code())).toBe(204);
  await account.test.deliverMail();
  await abandonSignIn();
  expect(await subjects()).toEqual([WRONG_CODES]);
});

it('mails again after a good code if the last mail came after a password reset while codes were locked', async () => {
  await account.execute(`UPDATE administrators SET code_window_started_at = now(), code_failures = 10, code_locks = 1,
    codes_locked_until = now() + interval '15 minutes'`);
  const reset = await openReset();
  expect((await reset(TEST_PASSWORD)).status).toBe(204);
  await account.test.deliverMail();
  await abandonSignIn();
  expect(await subjects()).toEqual([WRONG_CODES]);
  expect(await verify(account.code())).toBe(204);
  await account.test.deliverMail();
  await abandonSignIn();
  expect(await subjects()).toEqual([WRONG_CODES]);
});

it('counts wrong codes in a row without ageing, and mails the owner at 20', async () => {
  await guess(19);
  expect(await subjects()).toEqual([]);
  await guess(1);
  expect(await subjects()).toEqual([WRONG_CODES]);
  await guess(20);
  expect(await subjects()).toEqual([]);
});

it('a good code starts the count again', async () => {
  await guess(19);
  expect(await verify(account.code())).toBe(204);
  await account.test.deliverMail();
  await guess(19);
  expect(await subjects()).toEqual([]);
});

it('after 100 wrong codes in a row, the password must be reset', async () => {
  await account.execute('UPDATE administrators SET wrong_codes_in_row = 99');
  await guess(1);
  expect(await subjects()).toEqual([EXPIRED]);
  const { answer } = await signIn();
  expect([answer.status, answer.body.message]).toEqual([401, 'Invalid email or password']);
  expect((await account.newEntries()).at(-1)).toMatchObject({
    action: 'auth.login',
    metadata: { reason: 'password_expired' },
  });

  const reset = await openReset();
  const message = 'New password must be different from current password';
  await account.refuses(() => reset(TEST_PASSWORD), {
    status: 400,
    body: {
      status: 'validation_error',
      message,
      errors: [{ field: 'newPassword', code: 'unchanged', message }],
    },
  });
  const newPassword = 'Other-Horse-8-Battery';
  expect((await reset(newPassword)).status).toBe(204);
  const again = account.test.newBrowser();
  expect((await again.signIn(account.owner.email, newPassword)).status).toBe(200);
  expect((await again.post('/auth/2fa/verify', { code: account.code() })).status).toBe(204);
});

it('a sign-in that began before the password expired cannot be completed', async () => {
  await account.execute('UPDATE administrators SET wrong_codes_in_row = 99');
  const { browser: guesser } = await signIn();
  const { browser: other } = await signIn();
  expect((await guesser.post('/auth/2fa/verify', { code: account.wrong() })).status).toBe(400);
  for (const browser of [guesser, other]) {
    await account.refuses(() => browser.post('/auth/2fa/verify', { code: account.code() }), SIGNED_OUT);
  }
});

it('a setup that began before the password expired cannot be completed', async () => {
  const { test } = account;
  const { email } = await test.createAdministrator('new@example.com');
  await account.execute('UPDATE administrators SET wrong_codes_in_row = 99');
  const [guesser, other] = [test.newBrowser(), test.newBrowser()];
  for (const browser of [guesser, other]) await browser.signIn(email, TEST_PASSWORD);
  const enable = async (browser: TestBrowser, codeOf: typeof codeAt) => {
    const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
    const code = codeOf(secret, test.clock.now);
    return () => browser.post('/auth/2fa/enable', { secret, backupCodes, code });
  };
  const [guess, enrol] = [await enable(guesser, wrongCode), await enable(other, codeAt)];
  expect((await guess()).status).toBe(400);
  await account.refuses(enrol, SIGNED_OUT);
  await account.refuses(() => other.post('/auth/2fa/setup'), SIGNED_OUT);
});

it('a sign-in does not begin if the password expires while it is checked', async () => {
  const { test, owner } = account;
  const begun = await test.database.transaction(async (transaction) => {
    await changeAdministrator(transaction, test.sealedRows, owner.id, () => ({
      password_expired_at: new Date(),
    }));
    const signingIn = signIn();
    await account.lockAwaited();
    return { signingIn };
  });
  expect((await begun.signingIn).answer).toMatchObject({
    status: 401,
    body: { status: 'invalid_credentials', message: 'Invalid email or password' },
  });
});

it('wrong passwords alone never expire the password', async () => {
  await account.execute('UPDATE administrators SET wrong_codes_in_row = 99');
  for (let tries = 0; tries < 3; tries++) {
    await account.test.newBrowser().signIn(account.owner.email, 'Wrong-Password-000');
  }
  expect((await signIn()).answer.status).toBe(200);
});
