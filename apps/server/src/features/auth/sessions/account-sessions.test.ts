import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInWhole } from '../../../../test/authenticator.ts';
import { besidePasswordChange } from '../../../../test/beside-password-change.ts';
import {
  type EnrolledAccount,
  startEnrolledAccount,
  UNAVAILABLE,
} from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';

const NOT_FOUND = { status: 404, body: { status: 'not_found', message: 'Session not found' } };

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => await account.putBack());

interface Listed {
  readonly id: string;
  readonly current: boolean;
}

async function listOf(browser: TestBrowser): Promise<readonly Listed[]> {
  return (await browser.get('/auth/sessions')).body.sessions;
}

async function ownId(browser: TestBrowser): Promise<string> {
  return (await listOf(browser)).find(({ current }) => current)?.id ?? '';
}

const end = (browser: TestBrowser, id: string) => browser.send('DELETE', `/auth/sessions/${id}`);
const endOthers = (browser: TestBrowser) => browser.send('DELETE', '/auth/sessions');
const isOpen = async (browser: TestBrowser) => (await browser.get('/auth/me')).status === 200;

describe('GET /auth/sessions', () => {
  it('lists the current session first, then the newest, without tokens', async () => {
    const { test, owner } = account;
    const from = (address: string) => signInWhole(test, owner, test.newBrowser({ address }));
    const [first, current] = [await from('198.51.100.1'), await from('2001:db8::1')];
    await from('203.0.113.1');
    const { status, body, headers } = await current.get('/auth/sessions');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const session = (ipAddress: string, isCurrent: boolean) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userAgent: 'lightMyRequest',
      ipAddress,
      startedAt: instant,
      lastSeenAt: instant,
      current: isCurrent,
    });
    expect(body).toEqual({
      sessions: [session('2001:db8::1', true), session('203.0.113.1', false), session('198.51.100.1', false)],
    });
    expect(JSON.stringify(body)).not.toContain(first.cookie?.split('=')[1]);
  });

  // @spec D.11
  it('returns the last seen time to the minute', async () => {
    const browser = await account.openSession();
    const seenSecondsAgo = async (seconds: number) => {
      await account.execute(`UPDATE sessions SET last_seen_at = now() - interval '${seconds} seconds'`);
      await browser.get('/auth/me');
      const { body } = await browser.get('/auth/sessions');
      return Math.round((Date.now() - Date.parse(body.sessions[0].lastSeenAt)) / 1_000);
    };
    expect(await seenSecondsAgo(50)).toBeGreaterThanOrEqual(50);
    expect(await seenSecondsAgo(70)).toBeLessThan(50);
  });

  it('does not wait for the disk or a standby to store the last seen time', async () => {
    const browser = await account.openSession();
    await account.execute(`CREATE TABLE seen_with AS SELECT setting, source FROM pg_settings WHERE false;
      CREATE FUNCTION note_seen_with() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO seen_with SELECT setting, source FROM pg_settings WHERE name = 'synchronous_commit';
        RETURN NEW; END $$;
      UPDATE sessions SET last_seen_at = now() - interval '2 minutes';
      CREATE TRIGGER note_seen_with BEFORE UPDATE OF last_seen_at ON sessions
        FOR EACH ROW EXECUTE FUNCTION note_seen_with()`);
    await browser.get('/auth/me');
    const { rows } = await account.test.database.query({ text: 'SELECT * FROM seen_with' });
    await account.execute('DROP TRIGGER note_seen_with ON sessions');
    expect(rows).toEqual([{ setting: 'off', source: 'session' }]);
  });

  it('lists sessions while another transaction locks their rows', async () => {
    const browser = await account.openSession();
    await account.execute(`UPDATE sessions SET last_seen_at = now() - interval '2 minutes'`);
    const { status } = await account.test.database.transaction(async (transaction) => {
      await transaction.selectFrom('sessions').select('id').forUpdate().execute();
      return await browser.get('/auth/sessions');
    });
    expect(status).toBe(200);
  });

  it('omits sessions that are ended, expired, idle, pending or of another administrator', async () => {
    const { test, owner } = account;
    await account.openSession();
    await account.execute(`UPDATE sessions SET expires_at = now() WHERE stage = 'full'`);
    await account.openSession();
    await account.execute(`UPDATE sessions SET last_seen_at = now() - interval '31 minutes'`);
    await (await account.openSession()).post('/auth/logout');
    await test.newBrowser().signIn(owner.email, TEST_PASSWORD);
    await test.createAdministrator('stranger@example.com');
    await test.newBrowser().signIn('stranger@example.com', TEST_PASSWORD);
    await account.execute(`UPDATE sessions SET stage = 'full' WHERE stage = 'enrol'`);
    const browser = await account.openSession();
    expect(await listOf(browser)).toMatchObject([{ current: true }]);
  });

  it('returns the user agent as plain text cut to 500 characters', async () => {
    const { test, owner } = account;
    const browser = test.newBrowser();
    const userAgent = `<script>alert(1)</script>${'x'.repeat(3_000)}`;
    const headers = { 'user-agent': userAgent };
    await browser.get('/auth/csrf-cookie');
    await browser.post('/auth/login', { email: owner.email, password: TEST_PASSWORD }, { headers });
    expect((await browser.post('/auth/2fa/verify', { code: account.code() })).status).toBe(204);
    const answer = await browser.get('/auth/sessions');
    expect(answer.body.sessions).toMatchObject([{ userAgent: userAgent.slice(0, 500) }]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('DELETE /auth/sessions/:id', () => {
  it('ends only this session, at once on every replica', async () => {
    const replica = await account.test.createReplica();
    const browser = await account.openSession();
    const [lost, kept] = [await account.openSession(replica), await account.openSession()];
    const id = await ownId(lost);
    await account.newEntries();
    const answer = await end(browser, id);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await isOpen(lost)).toBe(false);
    expect([await isOpen(browser), await isOpen(kept)]).toEqual([true, true]);
    expect(await account.newEntries()).toMatchObject([
      {
        action: 'session.end',
        status: 'success',
        actor_id: account.owner.id,
        resource_type: 'session',
        resource_id: id,
        request_id: answer.headers['x-request-id'],
      },
    ]);
    await account.refuses(() => end(browser, id), NOT_FOUND);
  });

  it('clears the cookie if the current session is ended', async () => {
    const browser = await account.openSession();
    const { cookie } = browser;
    const answer = await end(browser, (await ownId(browser)).toUpperCase());
    expect(answer.status).toBe(204);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(browser.cookie).toBeUndefined();
    browser.cookie = cookie;
    expect(await isOpen(browser)).toBe(false);
  });

  it('answers 404 alike for foreign, ended, pending and unknown sessions', async () => {
    const { test, owner } = account;
    await test.createAdministrator('stranger@example.com');
    const stranger = test.newBrowser();
    await stranger.signIn('stranger@example.com', TEST_PASSWORD);
    await account.execute(`UPDATE sessions SET stage = 'full'`);
    const theirs = await ownId(stranger);
    expect(theirs).not.toBe('');
    const gone = await account.openSession();
    const goneId = await ownId(gone);
    await gone.post('/auth/logout');
    const half = test.newBrowser();
    await half.signIn(owner.email, TEST_PASSWORD);
    const { rows } = await test.database.query<{ id: string }>({
      text: `SELECT id FROM sessions WHERE stage = 'verify' AND ended_at IS NULL`,
    });
    const browser = await account.openSession();
    for (const id of [theirs, goneId, rows[0]?.id ?? '', owner.id, '00000000-0000-4000-8000-000000000000']) {
      await account.refuses(() => end(browser, id), NOT_FOUND);
    }
    expect(await isOpen(stranger)).toBe(true);
  });

  it.each(['0', '-1', '1', `'`, 'undefined', '9'.repeat(90), '00000000-0000-4000-8000-00000000000g'])(
    'answers 404 for the malformed id %s',
    async (id) => {
      const browser = await account.openSession();
      await account.refuses(() => end(browser, id), {
        status: 404,
        body: { status: 'not_found', message: 'Not found' },
      });
    },
  );

  it('ends no session if the audit entry cannot be written', async () => {
    const browser = await account.openSession();
    const id = await ownId(await account.openSession());
    await account.withoutAudit('session.end', async () => {
      await account.refuses(() => end(browser, id), UNAVAILABLE);
      await account.refuses(() => endOthers(browser), UNAVAILABLE);
    });
  });

  it('ends and records a session once for two concurrent requests', async () => {
    const browser = await account.openSession();
    const id = await ownId(await account.openSession());
    await account.newEntries();
    const answers = await Promise.all([end(browser, id), end(browser, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(await account.newEntries()).toHaveLength(1);
  });
});

describe('DELETE /auth/sessions', () => {
  it('ends and records all other open sessions of the administrator and returns their count', async () => {
    const { test, owner } = account;
    const replica = await test.createReplica();
    await test.createAdministrator('stranger@example.com');
    const stranger = test.newBrowser();
    await stranger.signIn('stranger@example.com', TEST_PASSWORD);
    await account.openSession();
    await account.execute(`UPDATE sessions SET expires_at = now() WHERE stage = 'full'`);
    await account.openSession();
    await account.execute(
      `UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE stage = 'full'`,
    );
    const half = test.newBrowser();
    await half.signIn(owner.email, TEST_PASSWORD);
    const others = [await account.openSession(), await account.openSession(replica)];
    const browser = await account.openSession();
    await account.newEntries();

    const answer = await endOthers(browser);
    expect([answer.status, answer.body]).toEqual([200, { ended: 3 }]);
    for (const other of others) expect(await isOpen(other)).toBe(false);
    expect((await half.post('/auth/2fa/verify', { code: account.code() })).status).toBe(401);
    expect(await isOpen(browser)).toBe(true);
    expect((await stranger.get('/auth/2fa/status')).status).toBe(200);
    const entries = await account.newEntries();
    expect(entries.map(({ action }) => action)).toEqual(Array(3).fill('session.end'));
    expect(await listOf(browser)).toHaveLength(1);
    expect(await test.deliverMail()).toEqual([]);
    expect((await endOthers(browser)).body).toEqual({ ended: 0 });
    expect(await account.newEntries()).toEqual([]);
  });

  it('does not deadlock with a concurrent password change', async () => {
    const { test, owner } = account;
    const browser = await account.openSession();
    for (let other = 0; other < 2; other++) await account.openSession();
    const kept = { administratorId: owner.id, keptSessionId: await ownId(browser) };
    const answer = await besidePasswordChange(test, kept, () => endOthers(browser));
    expect([answer.status, answer.body]).toEqual([200, { ended: 2 }]);
  });
});
