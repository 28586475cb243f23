import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';
import { codeAt } from '../../../../test/totp-codes.ts';

const REPLACED = 'The authenticator for your Halyard account was replaced';

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => {
  await account.execute('DELETE FROM sessions');
  await account.putBack();
});

const setUp = async (browser: TestBrowser) =>
  (await browser.post('/auth/2fa/replace/setup')).body as {
    readonly secret: string;
    readonly otpUrl: string;
  };
const newCodeOf = (secret: string) => codeAt(secret, account.test.clock.now);
const replace = async (browser: TestBrowser, body: object) => await browser.post('/auth/2fa/replace', body);

async function verify(code: string): Promise<number> {
  const browser = account.test.newBrowser();
  await browser.signIn(account.owner.email, TEST_PASSWORD);
  return (await browser.post('/auth/2fa/verify', { code })).status;
}

describe('POST /auth/2fa/replace', () => {
  it.each([
    ['a code of the current authenticator', () => account.code()],
    ['a backup code', () => account.owner.backupCodes[0] ?? ''],
  ])(
    'replaces the authenticator with %s, keeps the backup codes and tells the owner',
    async (_what, code) => {
      const { test, owner } = account;
      const other = await account.openSession();
      const browser = await account.openSession();
      const { secret, otpUrl } = await setUp(browser);
      expect(otpUrl).toContain(secret);
      expect(secret).not.toBe(owner.secret);
      await account.newEntries();
      expect(await replace(browser, { code: code(), secret, newCode: newCodeOf(secret) })).toMatchObject({
        status: 204,
      });
      expect((await browser.get('/auth/me')).status).toBe(200);
      expect((await other.get('/auth/me')).status).toBe(401);
      expect((await account.newEntries()).map(({ action }) => action)).toContain('two_factor.replace');
      expect((await test.deliverMail()).map(({ to, subject }) => [to, subject])).toContainEqual([
        owner.email,
        REPLACED,
      ]);
      test.clock.now += 60_000;
      expect(await verify(account.code())).toBe(400);
      expect(await verify(newCodeOf(secret))).toBe(204);
      expect(await verify(owner.backupCodes[1] ?? '')).toBe(204);
    },
  );

  it('keeps the current authenticator until the new one is confirmed', async () => {
    const browser = await account.openSession();
    const { secret } = await setUp(browser);
    const wrongNew = await replace(browser, { code: account.code(), secret, newCode: '000000' });
    expect([wrongNew.status, wrongNew.body.errors]).toEqual([
      400,
      [{ field: 'newCode', code: 'invalid_code', message: 'Invalid code of the new authenticator' }],
    ]);
    const wrong = await replace(browser, { code: account.wrong(), secret, newCode: newCodeOf(secret) });
    expect([wrong.status, wrong.body.status]).toEqual([400, 'invalid_code']);
    expect(await verify(account.code())).toBe(204);
  });

  it('rejects a secret that was not issued to this session', async () => {
    const browser = await account.openSession();
    const { secret } = await setUp(await account.openSession());
    const answer = await replace(browser, { code: account.code(), secret, newCode: newCodeOf(secret) });
    expect([answer.status, answer.body.status]).toEqual([400, 'setup_mismatch']);
    await setUp(browser);
    const other = await replace(browser, { code: account.code(), secret, newCode: newCodeOf(secret) });
    expect(other.body.status).toBe('setup_mismatch');
  });

  it('uses up a setup', async () => {
    const browser = await account.openSession();
    const { secret } = await setUp(browser);
    const body = () => ({ code: account.code(), secret, newCode: newCodeOf(secret) });
    const answers = await Promise.all([replace(browser, body()), replace(browser, body())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  });
});
