import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../../../../test/backup-desk.ts';
import type { PlantedWallet } from '../../../../test/planted-wallet.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';
import { codeAt } from '../../../../test/totp-codes.ts';

const HELD = {
  status: 'factor_too_new',
  message:
    "For security, private keys can't be backed up soon after a change of authenticator, backup codes or device",
};
const WITHHELD = 'A Halyard private key was withheld';

let desk: BackupDesk;
let wallet: PlantedWallet;
beforeAll(async () => {
  desk = await openBackupDesk();
  wallet = await desk.plant();
  await desk.account.test.createAdministrator('ben@example.com');
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => {
  await desk.account.putBack();
  await desk.account.test.createAdministrator('ben@example.com');
  await ageInstallation(25);
});

/** Moves everything that happened into the past. */
async function ageInstallation(hours: number): Promise<void> {
  const before = `- make_interval(hours => ${hours})`;
  await desk.account.execute(`UPDATE administrators SET created_at = created_at ${before},
    factors_removed_at = factors_removed_at ${before},
    authenticator_replaced_at = authenticator_replaced_at ${before},
    backup_codes_replaced_at = backup_codes_replaced_at ${before}`);
}

async function mailsAbout(subject: string): Promise<readonly string[]> {
  const mails = await desk.account.test.deliverMail();
  return mails.filter((mail) => mail.subject === subject).map(({ to }) => to);
}

/** Disables the second factor with one code and sets up another one, as somebody who relays codes does. */
async function takeOver(): Promise<{
  readonly browser: TestBrowser;
  readonly secret: string;
  readonly codes: string[];
}> {
  const { test, owner } = desk.account;
  const relayed = await desk.account.openSession();
  expect((await relayed.post('/auth/2fa/disable', { code: desk.freshCode() })).status).toBe(204);
  test.clock.now += 60_000;
  const browser = test.newBrowser();
  await browser.signIn(owner.email, TEST_PASSWORD);
  const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
  const code = codeAt(secret, test.clock.now);
  expect((await browser.post('/auth/2fa/enable', { code, secret, backupCodes })).status).toBe(204);
  test.clock.now += 60_000;
  return { browser, secret, codes: backupCodes };
}

describe('an authenticator that replaced another one', () => {
  it('releases no key for 24 hours, by its codes or its backup codes', async () => {
    const { test, owner } = desk.account;
    const { browser, secret, codes } = await takeOver();
    await test.deliverMail();
    await desk.account.newEntries();
    const [backupCode = ''] = codes;
    for (const code of [codeAt(secret, test.clock.now), backupCode]) {
      const answer = await desk.ask(wallet, browser, code);
      expect([answer.status, answer.body]).toMatchObject([409, HELD]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect((await mailsAbout(WITHHELD)).toSorted()).toEqual([owner.email, 'ben@example.com']);
      expect(await desk.account.newEntries()).toMatchObject([
        { action: 'wallet.backup', status: 'failure', metadata: { reason: 'factor_too_new' } },
      ]);
    }
    expect(await desk.backupsOf(wallet)).toMatchObject({ count: 0 });

    await ageInstallation(24);
    test.clock.now += 60_000;
    expect((await desk.ask(wallet, browser, codeAt(secret, test.clock.now))).status).toBe(200);
  });

  it('uses up the code of a refused request', async () => {
    const { browser, secret } = await takeOver();
    const code = codeAt(secret, desk.account.test.clock.now);
    expect((await desk.ask(wallet, browser, code)).status).toBe(409);
    expect((await desk.ask(wallet, browser, code)).body.status).toBe('invalid_code');
  });

  it('releases keys at once in the first 24 hours of an installation', async () => {
    await desk.account.execute('UPDATE administrators SET created_at = now()');
    const { browser, secret } = await takeOver();
    expect((await desk.ask(wallet, browser, codeAt(secret, desk.account.test.clock.now))).status).toBe(200);
  });
});

it('regenerated backup codes release no key for 24 hours, but the authenticator does', async () => {
  const browser = await desk.account.openSession();
  const { backupCodes } = (await browser.post('/auth/2fa/backup-codes', { code: desk.freshCode() })).body;
  expect((await desk.ask(wallet, browser, backupCodes[0])).body.status).toBe('factor_too_new');
  expect((await desk.backUp(wallet, browser)).status).toBe(200);
  await ageInstallation(24);
  expect((await desk.ask(wallet, browser, backupCodes[1])).status).toBe(200);
});

it('a first authenticator releases keys at once', async () => {
  const { test } = desk.account;
  const browser = test.newBrowser();
  await browser.signIn('ben@example.com', TEST_PASSWORD);
  const { secret, backupCodes } = (await browser.post('/auth/2fa/setup')).body;
  const code = codeAt(secret, test.clock.now);
  expect((await browser.post('/auth/2fa/enable', { code, secret, backupCodes })).status).toBe(204);
  expect((await desk.ask(wallet, browser, backupCodes[0])).status).toBe(200);
});

describe.each([
  ['KEY_HOLD_HOURS=0 releases keys with a replaced authenticator', { keyHoldHours: 0 }, 200],
  ['KEY_HOLD_NEW_DEVICES=on holds keys back from a new device', { keyHoldNewDevices: true }, 409],
])('%s', (_title, settings, status) => {
  it(`answers ${status}`, async () => {
    const other = await openBackupDesk(settings);
    await other.account.execute(`UPDATE administrators SET created_at = created_at - interval '25 hours'`);
    const planted = await other.plant();
    const browser = await other.account.openSession();
    if ('keyHoldHours' in settings) {
      await other.account.execute('UPDATE administrators SET authenticator_replaced_at = now()');
    }
    expect((await other.backUp(planted, browser)).status).toBe(status);
    await other.account.execute(`UPDATE sessions SET created_at = created_at - interval '25 hours'`);
    expect((await other.backUp(planted, browser)).status).toBe(200);
    await other.account.test.close();
  });
});
