import type { SystemCheck, SystemReport } from '@halyard/contract/system';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../test/enrolled-account.ts';
import type { TestBrowser } from '../../../test/test-browser.ts';
import {
  connectPlatform,
  type TestPlatform,
  testOrder,
  testUser,
  testWallet,
} from '../../../test/test-platform.ts';
import { noteVerification } from '../../infra/audit/proof/note-verification.ts';
import { VERSION } from '../../infra/version.ts';
import { readAuditLogChecks } from './audit-log-checks.ts';

const SECRETS = ['node-secret', 'smtp-secret', 'nodes.internal', 'mail.internal'];

describe('GET /system', () => {
  let account: EnrolledAccount;
  let browser: TestBrowser;
  let platform: TestPlatform;

  beforeAll(async () => {
    account = await startEnrolledAccount({
      chainUrls: { ETH: 'https://user:node-secret@nodes.internal/eth' },
      pricesUrl: 'https://nodes.internal/prices',
      smtpUrl: 'smtp://user:smtp-secret@mail.internal:25',
    });
    browser = await account.openSession();
    platform = await connectPlatform(account.test);
  });
  afterAll(async () => await account.test.close());
  beforeEach(() => {
    account.test.clock.now = Date.now();
  });

  const read = async (): Promise<SystemReport> => {
    const answer = await browser.get('/system');
    expect(answer.status).toBe(200);
    return answer.body as unknown as SystemReport;
  };
  const checkNamed = async (name: string): Promise<SystemCheck> => {
    const found = (await read()).checks.find((check) => check.name === name);
    if (found === undefined) throw new Error(`there is no check ${name}`);
    return found;
  };
  const textOf = ({ facts }: SystemCheck, label: string) => facts.find((fact) => fact.label === label)?.text;

  it('requires a signed-in administrator', async () => {
    expect((await account.test.newBrowser().get('/system')).status).toBe(401);
  });

  it('says what to do for each check that is not ok, and nothing for the others', async () => {
    for (const { state, advice, command } of (await read()).checks) {
      expect(state === 'ok').toBe(advice === undefined);
      if (state === 'ok') expect(command).toBeUndefined();
    }
  });

  it('names no secrets, addresses or hosts', async () => {
    await account.execute(`UPDATE balance_sources SET failures = 3, error = 'The ETH node timed out'
      WHERE name = 'ETH'`);
    const text = JSON.stringify(await read());
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/https?:|smtp:|postgres:/);
  });

  it('shows the last batch of each key, and asks for a key if there is none', async () => {
    expect(await checkNamed('Service key Test platform')).toMatchObject({ state: 'ok' });
    await platform.feed({ users: [testUser(1), testUser(2)] });
    await platform.feed({ users: [testUser(1)] });
    const accepted = await checkNamed('Service key Test platform');
    expect(accepted).toMatchObject({ area: 'feed', state: 'ok' });
    expect(textOf(accepted, 'Content')).toBe('1 users, 0 new or changed');
    const [{ at } = {}] = accepted.facts;
    expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(60_000);

    await account.execute('UPDATE service_keys SET revoked_at = now()');
    expect(await checkNamed('Platform feed')).toMatchObject({
      state: 'attention',
      command: 'npm run admin -- keys create --name platform',
    });
    await account.execute('UPDATE service_keys SET revoked_at = NULL');
  });

  it('notes a batch that was rejected for its items, whose records were rolled back', async () => {
    const unknown = {
      uuid: testUser(9).uuid,
      userUuid: testUser(8).uuid,
      name: 'Shop',
      createdAt: '2026-03-01T00:00:00Z',
    };
    const answer = await platform.post('/merchants', { merchants: [unknown] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    const rejected = await checkNamed('Service key Test platform');
    expect(rejected.state).toBe('attention');
    expect(textOf(rejected, 'Wrong items')).toBe('1, in a batch of merchants');
    await account.execute('UPDATE feed_batches SET rejected_at = NULL');
  });

  it.each([
    ['/users', { users: [{ uuid: 'no uuid' }] }, 'users'],
    ['/wallets', { wallets: [{ ...testWallet(1), address: '0x1' }] }, 'wallets'],
    ['/orders', { orders: [testOrder(1), testOrder(1)] }, 'orders'],
    ['/audit-logs', { entries: [{}] }, 'audit logs'],
  ])('notes a batch for %s that was rejected before its transaction', async (path, batch, kind) => {
    expect((await platform.post(path, batch)).status).toBe(400);
    const rejected = await checkNamed('Service key Test platform');
    expect(rejected.state).toBe('attention');
    expect(textOf(rejected, 'Wrong items')).toBe(`1, in a batch of ${kind}`);
    await account.execute('UPDATE feed_batches SET rejected_at = NULL');
  });

  it('calls the feed failed, and warns on every screen, only after the last batch is too old', async () => {
    const silent = async () => (await browser.get('/auth/me')).body.feedSilentSince;
    expect((await checkNamed('Platform feed')).state).toBe('ok');
    expect(await silent()).toBeUndefined();

    await account.execute(`UPDATE feed_batches SET accepted_at = now() - interval '61 minutes'`);
    expect(await checkNamed('Platform feed')).toMatchObject({ state: 'failed' });
    expect(Date.parse(String(await silent()))).toBeLessThan(Date.now() - 60 * 60_000);

    await platform.feed({ users: [testUser(1)] });
    expect((await checkNamed('Platform feed')).state).toBe('ok');
    expect(await silent()).toBeUndefined();

    await account.execute('DELETE FROM feed_batches');
    expect(await silent()).toBeUndefined();
  });

  it('shows sources by age and last failure', async () => {
    await account.execute(`UPDATE balance_sources SET failures = 0, error = NULL, succeeded_at = now()`);
    expect((await checkNamed('ETH node')).state).toBe('ok');
    await account.execute(`UPDATE balance_sources SET failures = 2, error = 'The ETH node timed out'`);
    const failing = await checkNamed('ETH node');
    expect(failing.state).toBe('attention');
    expect(textOf(failing, 'Last failure')).toBe('The ETH node timed out');
    await account.execute(`UPDATE balance_sources SET succeeded_at = now() - interval '31 minutes'`);
    expect((await checkNamed('ETH node')).state).toBe('failed');
    expect((await checkNamed('Prices')).state).toBe('failed');
  });

  it('counts mail that waits for too long and mail that was given up', async () => {
    await account.execute('DELETE FROM outbox');
    expect((await checkNamed('Waiting mail')).state).toBe('ok');
    await account.execute(`INSERT INTO outbox (id, kind, queue, payload, created_at)
      VALUES (gen_random_uuid(), 'mail.test', 'q', '', now() - interval '16 minutes')`);
    const waiting = await checkNamed('Waiting mail');
    expect(waiting.state).toBe('failed');
    expect(textOf(waiting, 'Waiting')).toBe('1');
    await account.execute(`UPDATE outbox SET state = 'dead', payload = NULL, finished_at = now()`);
    expect((await checkNamed('Undelivered mail')).state).toBe('attention');
    await account.execute(`UPDATE outbox SET finished_at = now() - interval '25 hours'`);
    const old = await checkNamed('Undelivered mail');
    expect(old.state).toBe('ok');
    expect(textOf(old, 'Last 30 days')).toBe('1');
    await account.execute('DELETE FROM outbox');
  });

  it('shows an alarm about the audit log, seals that are not kept, and the last full verification', async () => {
    const entries = await checkNamed('Entries');
    expect(entries.state).toBe('ok');
    expect(Number(textOf(entries, 'Entries'))).toBeGreaterThan(0);
    await account.execute(
      `UPDATE audit_watch SET alarm_sequence = 1, alarm_reason = 'was changed', alarm_at = now()`,
    );
    expect(await checkNamed('Entries')).toMatchObject({ state: 'failed', command: 'npm run audit:verify' });
    await account.execute(
      `UPDATE audit_watch SET alarm_sequence = NULL, alarm_reason = NULL, alarm_at = NULL`,
    );

    expect((await checkNamed('Full verification')).state).toBe('ok');
    const { database } = account.test;
    await noteVerification(database, { entries: 1_234, fault: undefined });
    expect(textOf(await checkNamed('Full verification'), 'Result')).toBe('1,234 entries unaltered');
    await account.execute(`UPDATE audit_watch SET verified_at = now() - interval '32 days'`);
    expect((await checkNamed('Full verification')).state).toBe('attention');
    await noteVerification(database, { entries: 0, fault: { sequence: 7, reason: 'is missing' } });
    const broken = await checkNamed('Full verification');
    expect(broken.state).toBe('failed');
    expect(textOf(broken, 'Result')).toBe('Entry 7 is missing');
    await account.execute('UPDATE audit_watch SET verified_at = NULL, verified_fault = NULL');
  });

  it('calls the audit log failed if entries wait to be linked for more than five minutes', async () => {
    const { database, clock, newBrowser } = account.test;
    await database.transaction(async (transaction) => {
      await transaction.selectFrom('audit_head').selectAll().forUpdate().execute();
      const signIn = async () => await newBrowser().signIn('nobody@example.com', 'Wrong-Horse-7-Battery');
      clock.now = Date.now() - 4 * 60_000;
      await signIn();
      expect(await checkNamed('Entries')).toMatchObject({ state: 'ok' });
      clock.now = Date.now() - 6 * 60_000;
      await signIn();
      const waiting = await checkNamed('Entries');
      expect(waiting.state).toBe('failed');
      expect(textOf(waiting, 'Not sealed yet')).toBe('2');
    });
  });

  it('calls the kept seals failed while no recheck of the audit log succeeds', async () => {
    const { database, headMemory } = account.test;
    const kept = async (areRechecksFailing: boolean) =>
      (await readAuditLogChecks(database.reader, headMemory, areRechecksFailing)).find(
        ({ name }) => name === 'Kept seals',
      )?.state;
    expect([await kept(false), await kept(true)]).toEqual(['ok', 'failed']);
  });

  it('finds rows that were changed from outside', async () => {
    expect((await checkNamed('Rows changed from outside')).state).toBe('ok');
    const { database } = account.test;
    await database.query({ text: `UPDATE service_keys SET name = 'other', seal = NULL` });
    const found = await checkNamed('Rows changed from outside');
    expect(found).toMatchObject({ state: 'failed', command: 'npm run admin -- rows check' });
    expect(textOf(found, 'Tables')).toBe('service keys');
    await account.execute(`UPDATE service_keys SET name = 'Test platform'`);
    expect((await checkNamed('Rows changed from outside')).state).toBe('ok');
  });

  it('compares the clocks, and shows versions, size and whether the database accepts writes', async () => {
    expect((await checkNamed('Clocks')).state).toBe('ok');
    account.test.clock.now = Date.now() + 5_000;
    expect((await checkNamed('Clocks')).state).toBe('attention');
    account.test.clock.now = Date.now() - 60_000;
    expect((await checkNamed('Clocks')).state).toBe('failed');

    const database = await checkNamed('PostgreSQL');
    expect(database.state).toBe('ok');
    expect(textOf(database, 'Accepts writes')).toBe('Yes');
    expect(textOf(database, 'Size')).toMatch(/^[\d.]+ MB$/);
    const versions = await checkNamed('Versions');
    expect(textOf(versions, 'Halyard')).toBe(VERSION);
    expect(textOf(versions, 'Node.js')).toBe(process.versions.node);
    expect(textOf(versions, 'Newest migration')).toMatch(/^\d+ \(/);
  });
});

describe('GET /system with sample data', () => {
  it('expects no platform', async () => {
    const account = await startEnrolledAccount({ sampleData: true });
    try {
      const browser = await account.openSession();
      await account.execute(`INSERT INTO feed_batches (service_key_id, kind, accepted_at)
        VALUES (gen_random_uuid(), 'users', now() - interval '2 days')`);
      expect((await browser.get('/auth/me')).body.feedSilentSince).toBeUndefined();
      const { checks } = (await browser.get('/system')).body as unknown as SystemReport;
      expect(checks.filter(({ area }) => area === 'feed')).toMatchObject([
        { name: 'Platform feed', state: 'ok' },
      ]);
    } finally {
      await account.test.close();
    }
  });
});
