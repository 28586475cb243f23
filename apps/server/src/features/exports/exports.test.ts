import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { type EnrolledAccount, startEnrolledAccount } from '../../../test/enrolled-account.ts';
import type { TestAnswer, TestBrowser } from '../../../test/test-browser.ts';
import { auditWith } from '../../app.ts';
import { settleForgottenExports } from './settle-forgotten-exports.ts';

const MANY = 10_000;

let account: EnrolledAccount;
let browser: TestBrowser;
let address: string;

beforeAll(async () => {
  account = await startEnrolledAccount();
  browser = account.owner.browser;
  account.test.clock.now = Date.parse('2026-11-21T23:59:59Z');
  address = await account.test.app.listen({ port: 0, host: '127.0.0.1' });
  await account.execute(`
    INSERT INTO users (id, email, email_key, name, created_at, deleted_at, blocked_at, blocked_reason, merchant_count)
    VALUES ('00000000-0000-4000-8000-000000000001', 'ada@example.com', 'ada@example.com', 'Ada, "Countess"', '2026-01-01T00:00:00.001Z',
        NULL, NULL, NULL, 0),
      ('00000000-0000-4000-8000-000000000002', '=1+1@example.com', '=1+1@example.com', '@evil', '2026-01-01T00:00:00.001Z',
        NULL, '2026-02-01', E'two\\nlines', 0),
      ('00000000-0000-4000-8000-000000000003', 'gone@example.com', 'gone@example.com', '山田', '2026-01-02', '2026-02-02', NULL, NULL, 0);
    INSERT INTO merchants (id, user_id, name, website, created_at)
    VALUES ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', 'Shop 100%',
        'https://shop.example.com', '2026-01-03'),
      ('00000000-0000-4000-8000-000000000005', NULL, 'Kiosk', NULL, '2026-01-04');
    INSERT INTO invitations (id, email, email_key, status, token_hash, created_at, expires_at)
    VALUES ('00000000-0000-4000-8000-000000000006', 'nova@example.com', 'nova@example.com', 'pending', 'x', '2026-01-05', '2026-01-12'),
      ('00000000-0000-4000-8000-000000000007', 'rita@example.com', 'rita@example.com', 'revoked', NULL, '2026-01-06', '2026-01-13')`);
});
afterAll(async () => await account.test.close());
beforeEach(async () => {
  await account.execute(`DELETE FROM exports; DELETE FROM users WHERE email LIKE 'many%'`);
  await account.newEntries();
});

const start = (body: object, by = browser) => by.post('/exports', body);

async function prepared(body: object): Promise<string> {
  const answer = await start(body);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ address: expect.stringMatching(/^\/api\/admin\/v1\/exports\/[\w-]{43}$/) });
  return answer.body.address;
}

async function download(body: object): Promise<TestAnswer> {
  return await browser.get(await prepared(body));
}

async function linesOf(body: object): Promise<string[]> {
  const { status, body: text } = await download(body);
  expect(status).toBe(200);
  return text.split('\r\n');
}

/** Inserts users that share a few creation times. By default, the export exceeds any connection buffer. */
async function writeMany(count = MANY, nameLength = 2_000): Promise<void> {
  for (let from = 1; from <= count; from += 2_500) {
    await account.test.database.query({
      text: `INSERT INTO users (id, email, email_key, name, created_at)
        SELECT gen_random_uuid(), 'many' || number || '@example.com', 'many' || number || '@example.com',
          repeat('x', $3::integer), timestamptz '2025-01-01' + (number / 3000) * interval '1 microsecond'
        FROM generate_series($1::integer, $2::integer) AS number`,
      values: [from, Math.min(from + 2_499, count), nameLength],
    });
  }
}

/** Starts a download as a browser does, without reading its body yet. */
async function openDownload(path: string): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const request = get(`${address}${path}`, { headers: { cookie: browser.cookie ?? '' } }, resolve);
    request.on('error', reject);
  });
}

const entries = async () =>
  (await account.newEntries()).map(({ action, status, metadata, error_message }) => ({
    action,
    status,
    metadata,
    error_message,
  }));

describe('export files', () => {
  it('sends a CSV attachment named after the list and the day', async () => {
    const { headers, body } = await download({ of: 'users' });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="users-2026-11-21.csv"',
      'cache-control': 'no-store',
    });
    expect(body.startsWith('\ufeffUUID,')).toBe(true);
  });

  it('lists users newest first, escaped for spreadsheets', async () => {
    expect(await linesOf({ of: 'users' })).toEqual([
      '\ufeffUUID,Name,Email,Merchants,Created At,Blocked At,Blocked Reason,Deleted At',
      `00000000-0000-4000-8000-000000000002,'@evil,'=1+1@example.com,0,2026-01-01T00:00:00.001Z,2026-02-01T00:00:00.000Z,"two\nlines",`,
      '00000000-0000-4000-8000-000000000001,"Ada, ""Countess""",ada@example.com,0,2026-01-01T00:00:00.001Z,,,',
      '',
    ]);
    const all = await linesOf({ of: 'users', includeDeleted: true, search: ' GONE@ ' });
    expect(all.slice(1)).toEqual([
      '00000000-0000-4000-8000-000000000003,山田,gone@example.com,1,2026-01-02T00:00:00.000Z,,,2026-02-02T00:00:00.000Z',
      '',
    ]);
  });

  it.each([
    ['active', ['ada@example.com']],
    ['blocked', ["'=1+1@example.com"]],
    ['deleted', ['gone@example.com']],
  ])('lists users of status %s', async (status, emails) => {
    const [, ...lines] = await linesOf({ of: 'users', status });
    expect(lines.flatMap((line) => line.match(/'?[^,"]*@example\.com/)?.[0] ?? [])).toEqual(emails);
  });

  it('lists users and merchants of some days', async () => {
    const namesOf = async (request: object) =>
      (await linesOf(request)).slice(1, -1).map((line) => line.split(',')[1]);
    const days = { createdFrom: '2026-01-02', createdTo: '2026-01-03' };
    expect(await namesOf({ of: 'users', ...days })).toEqual([]);
    expect(await namesOf({ of: 'users', ...days, includeDeleted: true })).toEqual(['山田']);
    expect(await namesOf({ of: 'users', ...days, status: 'deleted', search: 'gone@' })).toEqual(['山田']);
    expect(await namesOf({ of: 'users', createdTo: '2026-01-01', search: 'evil' })).toEqual(["'@evil"]);
    expect(await namesOf({ of: 'merchants', ...days })).toEqual(['Shop 100%']);
    expect(await namesOf({ of: 'merchants', createdFrom: '2026-01-04' })).toEqual(['Kiosk']);
  });

  it('lists merchants with their creators', async () => {
    expect(await linesOf({ of: 'merchants' })).toEqual([
      '\ufeffUUID,Merchant Name,Website,Creator Name,Creator Email,Created At,Deleted At',
      '00000000-0000-4000-8000-000000000005,Kiosk,,,,2026-01-04T00:00:00.000Z,',
      '00000000-0000-4000-8000-000000000004,Shop 100%,https://shop.example.com,山田,gone@example.com,2026-01-03T00:00:00.000Z,',
      '',
    ]);
    expect(await linesOf({ of: 'merchants', search: '0%' })).toHaveLength(3);
    expect(await linesOf({ of: 'merchants', search: 'gone@' })).toHaveLength(3);
  });

  it('lists invitations of one status or all', async () => {
    expect(await linesOf({ of: 'invitations' })).toEqual([
      '\ufeffID,Email,Status,Created At,Expires At',
      '00000000-0000-4000-8000-000000000007,rita@example.com,revoked,2026-01-06T00:00:00.000Z,2026-01-13T00:00:00.000Z',
      '00000000-0000-4000-8000-000000000006,nova@example.com,pending,2026-01-05T00:00:00.000Z,2026-01-12T00:00:00.000Z',
      '',
    ]);
    expect((await linesOf({ of: 'invitations', status: 'pending' }))[1]).toContain('nova@');
    expect(await linesOf({ of: 'invitations', status: 'accepted' })).toHaveLength(2);
  });

  it('finds users and merchants by any spelling of an address', async () => {
    await account.execute(`UPDATE users SET email = 'Gone@Bücher.example', email_key = 'gone@xn--bcher-kva.example'
      WHERE id = '00000000-0000-4000-8000-000000000003'`);
    const search = 'gone@XN--bcher-kva.example';
    expect((await linesOf({ of: 'users', includeDeleted: true, search }))[1]).toContain(
      'Gone@Bücher.example',
    );
    expect((await linesOf({ of: 'merchants', search }))[1]).toContain('Gone@Bücher.example');
  });

  it('writes only the header if no row matches', async () => {
    expect(await linesOf({ of: 'users', search: 'nobody' })).toHaveLength(2);
    expect(await linesOf({ of: 'users', search: '💸'.repeat(200) })).toHaveLength(2);
  });

  it('lists every row once, even if many share a creation time', async () => {
    await writeMany(12_500, 10);
    const emails = (lines: string[]) => lines.slice(1, -1).map((line) => line.split(',').at(2));
    const all = emails(await linesOf({ of: 'users', search: 'MANY' }));
    expect(all).toHaveLength(12_500);
    expect(new Set(all).size).toBe(12_500);
    const { rows } = await account.test.database.query<{ email: string }>({
      text: `SELECT email FROM users WHERE email LIKE 'many%' ORDER BY created_at DESC, id DESC`,
    });
    expect(all).toEqual(rows.map(({ email }) => email));
    expect(emails(await linesOf({ of: 'users' })).slice(2)).toEqual(all);
    expect(emails(await linesOf({ of: 'users', search: 'many1@' }))).toEqual(['many1@example.com']);
  });
});

describe('POST /exports', () => {
  // @spec D.120
  it.each([
    [{ of: 'users', search: 'ada', includeDeleted: true }, 'user_management', 1],
    [{ of: 'merchants', search: '', includeDeleted: false }, 'merchant_management', 2],
    [
      { of: 'merchants', search: '', includeDeleted: false, createdTo: '2026-01-03' },
      'merchant_management',
      1,
    ],
    [{ of: 'invitations', status: 'pending' }, 'invitation_management', 1],
    [{ of: 'invitations' }, 'invitation_management', 2],
  ])('audits the start and the end of an export of %j', async (request, category, rows) => {
    const { headers } = await download(request);
    const [started, finished, ...more] = await account.newEntries();
    expect(more).toEqual([]);
    const common = {
      action_category: category,
      status: 'success',
      actor_type: 'admin',
      actor_email: account.owner.email,
      resource_type: 'system',
      resource_identifier: request.of,
    };
    expect(started).toMatchObject({ ...common, action: 'export.start', metadata: request });
    expect(finished).toMatchObject({
      ...common,
      action: 'export.finish',
      metadata: { of: request.of, rows },
      request_id: headers['x-request-id'],
      resource_id: started?.['resource_id'],
    });
  });

  // @spec D.68
  it('requires a recent 2FA code', async () => {
    await account.ageSecondFactors(901);
    expect((await start({ of: 'users' })).body.status).toBe('2fa_verification_required');
    await account.ageSecondFactors(0);
    expect(await entries()).toEqual([]);
  });

  it.each([
    {},
    { of: 'administrators' },
    { of: 'users', status: 'pending' },
    { of: 'users', search: 'a'.repeat(201) },
    { of: 'users', search: 1 },
    { of: 'users', includeDeleted: 'true' },
    { of: 'users', createdFrom: '2026-02-30' },
    { of: 'merchants', createdTo: '2026-01-01T00:00:00Z' },
    { of: 'invitations', createdTo: '2026-01-01' },
    { of: 'invitations', search: 'a' },
    { of: 'invitations', status: 'expired' },
    { of: 'users', search: 'a\0' },
    { of: ['users'] },
  ])('rejects %j', async (body) => {
    expect((await start(body)).status).toBe(400);
    expect(await entries()).toEqual([]);
  });

  it('answers 401 to a download without a session', async () => {
    expect((await account.test.newBrowser().get(await prepared({ of: 'users' }))).status).toBe(401);
  });
});

describe('GET /exports/:ticket', () => {
  const missing = { status: 'not_found', message: 'File not found' };

  it('serves only one of twenty concurrent downloads', async () => {
    const path = await prepared({ of: 'users' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.get(path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)]);
    expect((await browser.get(path)).body).toMatchObject(missing);
    expect((await entries()).map(({ action }) => action)).toEqual(['export.start', 'export.finish']);
  });

  it('serves only the session that started the export', async () => {
    const path = await prepared({ of: 'users' });
    const other = await enrolAdministrator(account.test, 'grace@example.com');
    for (const stranger of [other.browser, await account.openSession()]) {
      expect((await stranger.get(path)).body).toMatchObject(missing);
    }
    expect((await browser.get(path)).status).toBe(200);
  });

  it('rejects a ticket after a minute', async () => {
    const path = await prepared({ of: 'users' });
    await account.execute(`UPDATE exports SET expires_at = expires_at - interval '40 seconds'`);
    const late = await prepared({ of: 'users' });
    await account.execute(`UPDATE exports SET expires_at = expires_at - interval '60 seconds'
      WHERE expires_at > now() + interval '30 seconds'`);
    expect((await browser.get(late)).body).toMatchObject(missing);
    expect((await browser.get(path)).status).toBe(200);
  });

  it.each(['A'.repeat(43), 'x', '%27'])('rejects the ticket %s', async (ticket) => {
    expect([400, 404]).toContain((await browser.get(`/exports/${ticket}`)).status);
  });

  it('stores the ticket only as a hash', async () => {
    const ticket = (await prepared({ of: 'users' })).split('/').at(-1) ?? '';
    const { rows } = await account.test.database.query({ text: 'SELECT exports::text FROM exports' });
    expect(JSON.stringify([rows, await account.newEntries(), account.test.logged()])).not.toContain(ticket);
    expect(rows).toHaveLength(1);
  });
});

describe('export downloads', () => {
  afterEach(() => vi.useRealTimers());

  it('audits an aborted download with the rows written so far', async () => {
    await writeMany();
    const response = await openDownload(await prepared({ of: 'users' }));
    await account.newEntries();
    response.destroy();
    const [entry] = await vi.waitUntil(
      async () => {
        const found = await entries();
        return found.length > 0 && found;
      },
      { timeout: 20_000 },
    );
    expect(entry).toMatchObject({
      action: 'export.finish',
      status: 'partial',
      error_message: 'The download was interrupted',
    });
    const { rows } = z.object({ rows: z.number() }).parse(entry?.metadata);
    expect(rows).toBeLessThan(MANY);
    expect((await account.test.database.query({ text: 'SELECT FROM exports' })).rowCount).toBe(0);
  });

  it('rate-limits a third running export and keeps its ticket', async () => {
    await writeMany();
    const waiting = await prepared({ of: 'invitations' });
    const paths = [await prepared({ of: 'users' }), await prepared({ of: 'users' })];
    const [first, second] = await Promise.all(paths.map(openDownload));
    for (const answer of [await start({ of: 'users' }), await browser.get(waiting)]) {
      expect(answer.body).toMatchObject({ status: 'rate_limited' });
      expect(answer.headers['retry-after']).toBe('10');
    }
    first?.destroy();
    await vi.waitUntil(async () => (await browser.get(waiting)).status === 200, {
      timeout: 20_000,
      interval: 100,
    });
    second?.destroy();
  });

  it('counts a running export whose reader stalls', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await writeMany();
    const paths = [await prepared({ of: 'users' }), await prepared({ of: 'users' })];
    const responses = await Promise.all(paths.map(openDownload));
    await account.execute(`UPDATE exports SET leased_until = now()`);
    vi.advanceTimersByTime(15_000);
    await expect
      .poll(async () => (await start({ of: 'users' })).body.status, { timeout: 20_000 })
      .toBe('rate_limited');
    for (const response of responses) response.destroy();
  });

  it('stops a download when the session ends, and audits it as partial', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await writeMany();
    const session = await account.openSession();
    const kept = browser.cookie;
    const path = (await start({ of: 'users' }, session)).body.address;
    browser.cookie = session.cookie;
    const response = await openDownload(path);
    browser.cookie = kept;
    await session.post('/auth/logout');
    await account.newEntries();
    vi.advanceTimersByTime(15_000);
    response.resume();
    await expect(
      new Promise((resolve, reject) => response.on('end', resolve).on('error', reject)),
    ).rejects.toThrow('aborted');
    const [entry] = await vi.waitUntil(
      async () => {
        const found = await entries();
        return found.length > 0 && found;
      },
      { timeout: 20_000 },
    );
    expect(entry).toMatchObject({ status: 'partial', error_message: 'The session ended' });
  });

  it('audits an export only once if its process died', async () => {
    const { database, masterKeys, sealedRows, clock } = account.test;
    const parts = { database, sealedRows, appendAudit: auditWith(masterKeys, () => clock.now) };
    await prepared({ of: 'merchants' });
    await prepared({ of: 'users' });
    await prepared({ of: 'users' });
    await account.execute(`
      UPDATE exports SET started_at = now(), leased_until = now() - interval '59 minutes', rows_written = 5000
        WHERE request ->> 'of' = 'merchants';
      UPDATE exports SET expires_at = now() - interval '61 minutes'
        WHERE id = (SELECT id FROM exports WHERE request ->> 'of' = 'users' LIMIT 1)`);
    await account.newEntries();
    await settleForgottenExports(parts);
    expect((await database.query({ text: 'SELECT FROM exports' })).rowCount).toBe(2);
    expect(await entries()).toEqual([]);
    await account.execute(`UPDATE exports SET leased_until = leased_until - interval '2 minutes'`);
    await Promise.all([settleForgottenExports(parts), settleForgottenExports(parts)]);
    expect(await account.newEntries()).toMatchObject([
      {
        action: 'export.finish',
        status: 'partial',
        actor_email: account.owner.email,
        metadata: { of: 'merchants', rows: 5_000 },
        error_message: 'The server process stopped',
      },
    ]);
    expect((await database.query({ text: 'SELECT FROM exports' })).rowCount).toBe(1);
  });
});
