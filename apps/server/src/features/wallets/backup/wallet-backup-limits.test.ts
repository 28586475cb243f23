import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../../../../test/backup-desk.ts';

let desk: BackupDesk;
beforeAll(async () => {
  desk = await openBackupDesk({ rateLimitFactor: 1 });
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => {
  await desk.account.putBack();
  await desk.account.execute('DELETE FROM rate_limit_windows');
});

const pass = async (seconds: number) =>
  await desk.account.execute(
    `UPDATE rate_limit_windows SET started_at = started_at - make_interval(secs => ${seconds})`,
  );

describe('an hour allows', () => {
  it('three backups of a wallet, and says when the next may be', async () => {
    const wallet = await desk.plant();
    const browser = await desk.account.openSession();
    for (let backup = 0; backup < 3; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
    await desk.account.test.deliverMail();
    await desk.account.newEntries();
    const refused = await desk.backUp(wallet, browser);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        status: 'rate_limited',
        message: 'This wallet was backed up as often as an hour allows',
        requestId: refused.headers['x-request-id'],
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60 * 60 - 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
    expect(await desk.account.newEntries()).toMatchObject([
      { action: 'wallet.backup_attempt', status: 'partial' },
      { action: 'wallet.backup', status: 'failure', metadata: { reason: 'too_many_of_wallet' } },
    ]);
    expect(await desk.account.test.deliverMail()).toEqual([]);
    expect((await desk.backupsOf(wallet)).count).toBe(3);

    expect((await desk.backUp(await desk.plant(), browser)).status).toBe(200);
    await pass(60 * 60 - 30);
    expect((await desk.backUp(wallet, browser)).status).toBe(429);
    await pass(31);
    expect((await desk.backUp(wallet, browser)).status).toBe(200);
  });

  it('ten backups of an administrator, in every session and process', async () => {
    const browser = await desk.account.openSession();
    for (let backup = 0; backup < 10; backup++) {
      expect((await desk.backUp(await desk.plant(), browser)).status).toBe(200);
    }
    const replica = await desk.account.test.createReplica();
    const elsewhere = await desk.account.openSession(replica);
    const wallet = await desk.plant();
    for (const each of [browser, elsewhere, browser, elsewhere]) {
      await desk.account.newEntries();
      const { status, body, headers } = await desk.backUp(wallet, each);
      expect([status, body.status]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(60 * 60 - 60);
      expect((await desk.account.newEntries()).at(-1)).toMatchObject({
        action: 'wallet.backup',
        status: 'failure',
        metadata: { reason: 'too_many_of_administrator' },
      });
    }
    expect((await desk.backupsOf(wallet)).count).toBe(0);
    const { rows } = await desk.account.test.database.query({
      text: 'SELECT FROM rate_limit_windows WHERE key = $1',
      values: [`wallet backup:wallet:${wallet.id}`],
    });
    expect(rows).toEqual([]);
    await pass(60 * 60 + 1);
    expect((await desk.backUp(wallet, browser)).status).toBe(200);
  });
});

it('an attempt without a right code takes nothing from either', async () => {
  const wallet = await desk.plant();
  const browser = await desk.account.openSession();
  for (let attempt = 0; attempt < 12; attempt++) {
    await desk.ask(wallet, browser);
    await desk.ask(wallet, browser, desk.account.wrong());
    await desk.account.execute('DELETE FROM code_failures');
  }
  const code = desk.freshCode();
  expect((await desk.ask(wallet, browser, code)).status).toBe(200);
  expect((await desk.ask(wallet, browser, code)).body.status).toBe('invalid_code');
  for (let backup = 0; backup < 2; backup++) expect((await desk.backUp(wallet, browser)).status).toBe(200);
  expect((await desk.backUp(wallet, browser)).status).toBe(429);
});
