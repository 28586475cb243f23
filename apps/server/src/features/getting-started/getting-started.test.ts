import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../test/enrolled-account.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import type { TestBrowser } from '../../../test/test-browser.ts';
import { connectPlatform, testUser } from '../../../test/test-platform.ts';

const NOTHING_DONE = {
  secondAdministrator: false,
  serviceKey: false,
  firstBatch: false,
  mail: false,
  backupCodes: true,
};

describe('GET /getting-started', () => {
  let account: EnrolledAccount;
  let browser: TestBrowser;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
    account = await startEnrolledAccount({ smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    browser = await account.openSession();
  });
  afterAll(async () => {
    await account.test.close();
    await sink.stop();
  });

  const read = async () => (await browser.get('/getting-started')).body;

  it('requires a signed-in administrator', async () => {
    expect(await account.test.newBrowser().get('/getting-started')).toMatchObject({ status: 401 });
  });

  it('reports the steps of a new installation one by one', async () => {
    await account.execute('DELETE FROM outbox');
    expect(await read()).toEqual(NOTHING_DONE);

    await account.test.createAdministrator('bob@example.com');
    expect(await read()).toEqual({ ...NOTHING_DONE, secondAdministrator: true });
    await account.execute(`UPDATE administrators SET disabled_at = now() WHERE email = 'bob@example.com'`);
    expect(await read()).toEqual(NOTHING_DONE);

    const platform = await connectPlatform(account.test);
    expect(await read()).toEqual({ ...NOTHING_DONE, serviceKey: true });
    await platform.feed({ users: [testUser(1)] });
    expect(await read()).toEqual({ ...NOTHING_DONE, serviceKey: true, firstBatch: true });
    await account.execute('UPDATE service_keys SET revoked_at = now()');
    expect(await read()).toEqual({ ...NOTHING_DONE, firstBatch: true });
  });

  it('counts mail as working only if the last one was delivered', async () => {
    await account.execute('DELETE FROM outbox');
    const visitor = account.test.newBrowser();
    await visitor.get('/auth/csrf-cookie');
    await visitor.post('/auth/password/reset/initiate', { email: 'ada@example.com' });
    expect((await read()).mail).toBe(false);
    // The request for a reset is worked through before its mail.
    for (let run = 0; run < 2; run++) await account.test.deliverMail();
    expect((await read()).mail).toBe(true);
    await account.execute(`UPDATE outbox SET state = 'dead'`);
    expect((await read()).mail).toBe(false);
  });

  it('does not count a mail that became a file before there was a mail server', async () => {
    await account.execute(`DELETE FROM installation_marks WHERE name = 'mail.smtp';
      UPDATE outbox SET state = 'done', finished_at = now()`);
    const { rows } = await account.test.database.query({
      text: `SELECT FROM outbox WHERE state = 'done' AND kind LIKE 'mail.%'`,
    });
    expect(rows.length).toBeGreaterThan(0);
    expect((await read()).mail).toBe(false);
  });

  it('asks for new backup codes when 3 or fewer are left', async () => {
    await account.execute('UPDATE administrators SET backup_codes = backup_codes[8:]');
    expect((await read()).backupCodes).toBe(false);
    await account.execute(
      'UPDATE administrators SET backup_codes = kept.backup_codes FROM kept_administrators kept',
    );
    expect((await read()).backupCodes).toBe(true);
  });
});
