import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import { codeAt } from '../../../../test/totp-codes.ts';
import { removeFactors } from '../second-factor/factor-store.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('140.0', '141.0');
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SET_UP = 'Two-factor authentication was set up for your Halyard account';
const NEW_SIGN_IN = 'New sign-in to your Halyard account';

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => await account.putBack());

async function signIn(userAgent: string, address: string, code?: string) {
  const { test, owner } = account;
  const browser = test.newBrowser({ address });
  const headers = { 'user-agent': userAgent };
  await browser.get('/auth/csrf-cookie');
  await browser.post('/auth/login', { email: owner.email, password: TEST_PASSWORD }, { headers });
  const shown = code ?? codeAt(owner.secret, test.clock.now);
  const answer = await browser.post('/auth/2fa/verify', { code: shown }, { headers });
  expect(answer.status).toBe(204);
  test.clock.now += 60_000;
  return await test.deliverMail();
}

async function setUp(email: string, userAgent: string, address: string) {
  const { test } = account;
  const browser = test.newBrowser({ address });
  const headers = { 'user-agent': userAgent };
  await browser.get('/auth/csrf-cookie');
  await browser.post('/auth/login', { email, password: TEST_PASSWORD }, { headers });
  const { secret, backupCodes } = (await browser.post('/auth/2fa/setup', {}, { headers })).body;
  const code = codeAt(secret, test.clock.now);
  const answer = await browser.post('/auth/2fa/enable', { code, secret, backupCodes }, { headers });
  expect(answer.status).toBe(204);
  test.clock.now += 60_000;
  return await test.deliverMail();
}

it('mails once about a sign-in from a new device', async () => {
  const [first, ...others] = await signIn(FIREFOX, '198.51.100.1');
  expect(others).toEqual([]);
  expect(first).toMatchObject({ to: account.owner.email, subject: NEW_SIGN_IN });
  expect(first?.text).toContain('198.51.100.1');
  expect(first?.text).toContain('Firefox on Linux');
  expect(await signIn(FIREFOX, '198.51.100.1')).toEqual([]);
  expect(await signIn(NEWER_FIREFOX, '198.51.100.1')).toEqual([]);
  expect(await signIn(CHROME, '198.51.100.1')).toMatchObject([{ subject: NEW_SIGN_IN }]);
  expect(await signIn(FIREFOX, '198.51.100.2')).toMatchObject([{ subject: NEW_SIGN_IN }]);
});

it('treats an IPv6 /64 network as one device', async () => {
  expect(await signIn(FIREFOX, '2001:db8:1:2::1')).toHaveLength(1);
  expect(await signIn(FIREFOX, '2001:db8:1:2:ffff::9')).toEqual([]);
  expect(await signIn(FIREFOX, '2001:db8:1:3::1')).toHaveLength(1);
});

it('does not remember a device that only passed the password step', async () => {
  const { test, owner } = account;
  const stranger = test.newBrowser({ address: '203.0.113.9' });
  await stranger.signIn(owner.email, TEST_PASSWORD);
  expect(await signIn('lightMyRequest', '203.0.113.9')).toMatchObject([{ subject: NEW_SIGN_IN }]);
});

it('mails about each two-factor setup, and about a new device', async () => {
  const { test, owner } = account;
  await signIn(FIREFOX, '198.51.100.1');
  const setUpAgain = async (address: string) => {
    await test.database.transaction((transaction) => removeFactors(transaction, test.sealedRows, owner.id));
    return await setUp(owner.email, FIREFOX, address);
  };
  expect(await setUpAgain('198.51.100.1')).toMatchObject([{ to: owner.email, subject: SET_UP }]);
  const mails = await setUpAgain('203.0.113.66');
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([NEW_SIGN_IN, SET_UP]);
  for (const { to, text } of mails) {
    expect(to).toBe(owner.email);
    expect(text).toContain('203.0.113.66');
  }
  expect(await setUpAgain('203.0.113.66')).toMatchObject([{ subject: SET_UP }]);

  const { email } = await test.createAdministrator('new@example.com');
  expect((await setUp(email, FIREFOX, '203.0.113.66')).map(({ subject }) => subject).toSorted()).toEqual([
    NEW_SIGN_IN,
    SET_UP,
  ]);
});

it('mails about a used backup code and how many are left', async () => {
  await signIn(FIREFOX, '198.51.100.1');
  const subject = 'A backup code was used on your Halyard account';
  for (const [index, left] of [9, 8, 7].entries()) {
    const code = account.owner.backupCodes[index];
    const mails = await signIn(FIREFOX, '198.51.100.1', code);
    expect(mails).toMatchObject([{ to: account.owner.email, subject }]);
    expect(mails[0]?.text).toContain(`You have ${left} left`);
    expect(mails[0]?.text).not.toContain(code);
  }
});

// @spec D.28
it('mails at most once a day about codes that are locked after a correct password', async () => {
  const { test, owner } = account;
  const subjects: string[][] = [];
  for (let session = 0; session < 4; session++) {
    const stranger = test.newBrowser();
    await stranger.signIn(owner.email, TEST_PASSWORD);
    for (let wrong = 0; wrong < 5; wrong++)
      await stranger.post('/auth/2fa/verify', { code: account.wrong() });
    subjects.push((await test.deliverMail()).map(({ subject }) => subject));
    if (session === 1) await account.ageWrongCodes(15 * 60 + 1);
  }
  const wrongCodes = 'Wrong 2FA codes for your Halyard account';
  const locked = 'Failed 2FA attempts on your Halyard account';
  expect(subjects).toEqual([[wrongCodes], [locked], [], [wrongCodes]]);
  await account.ageWrongCodes(25 * 3_600);
  for (let session = 0; session < 2; session++) {
    const stranger = test.newBrowser();
    await stranger.signIn(owner.email, TEST_PASSWORD);
    for (let wrong = 0; wrong < 5; wrong++)
      await stranger.post('/auth/2fa/verify', { code: account.wrong() });
  }
  expect((await test.deliverMail()).map(({ subject }) => subject)).toEqual([locked]);
});
