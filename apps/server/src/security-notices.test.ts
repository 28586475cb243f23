import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../test/backup-desk.ts';
import { auditWithNotices } from './app.ts';
import { createServiceKeyService } from './features/service-keys/service-key-service.ts';

const TO = 'security@example.org';

let desk: BackupDesk;
beforeAll(async () => {
  desk = await openBackupDesk({ securityNoticesTo: TO });
});
afterAll(async () => await desk.account.test.close());

async function notices(): Promise<string[]> {
  const mails = await desk.account.test.deliverMail();
  return mails
    .filter(({ to }) => to === TO)
    .map(({ subject }) => subject.replace(/^Halyard security notice: /, ''));
}

it('SECURITY_NOTICES_TO gets a mail about keys, factors, exports and service keys, and about nothing else', async () => {
  const { account } = desk;
  expect(await notices()).toEqual(['Two-factor authentication enabled']);

  const wallet = await desk.plant();
  const browser = await account.openSession();
  expect((await desk.backUp(wallet, browser)).status).toBe(200);
  const mails = await account.test.deliverMail();
  const [notice] = mails.filter(({ to }) => to === TO);
  expect(notice?.subject).toBe('Halyard security notice: Private key backed up');
  for (const text of [account.owner.email, wallet.address, 'From: 192.0.2.1'])
    expect(notice?.text).toContain(text);

  expect((await browser.post('/exports', { of: 'users' })).status).toBe(200);
  expect((await browser.post('/auth/2fa/backup-codes', { code: desk.freshCode() })).status).toBe(200);
  expect((await browser.get('/users')).status).toBe(200);
  expect((await browser.post('/auth/2fa/backup-codes', { code: account.wrong() })).status).toBe(400);
  expect(await notices()).toEqual(['Users export started', 'Backup codes regenerated']);

  const { test } = account;
  const appendAudit = auditWithNotices({
    ...test,
    now: Date.now,
    configuration: { securityNoticesTo: TO },
  });
  await createServiceKeyService({ ...test, appendAudit }).create({ name: 'Platform', scopes: ['users'] });
  expect(await notices()).toEqual(['Service key created']);
});
