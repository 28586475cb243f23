import type { Endpoint } from '@halyard/contract/endpoint';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsersAtEveryStage } from '../../test/browsers-at-every-stage.ts';
import { startTestApplication, type TestApplication } from '../../test/test-application.ts';
import type { TestBrowser } from '../../test/test-browser.ts';

const PUBLIC_URL = 'https://admin.example.com';

let test: TestApplication;
let browsers: Awaited<ReturnType<typeof browsersAtEveryStage>>;

beforeAll(async () => {
  test = await startTestApplication({ publicUrl: PUBLIC_URL });
  browsers = await browsersAtEveryStage(test);
});
afterAll(async () => await test.close());

/** Tables that a refused call must not change. Excludes refusal records and session activity. */
async function stateOfDatabase(): Promise<string> {
  const tables = [
    'administrators',
    'two_factor_setups',
    'outbox',
    'users',
    'merchants',
    'orders',
    'service_keys',
  ];
  const parts: unknown[] = [];
  for (const table of tables) {
    const { rows } = await test.database.transaction((transaction) =>
      sql`SELECT * FROM ${sql.table(table)} ORDER BY 1`.execute(transaction),
    );
    parts.push(rows);
  }
  const sessions = await test.database.reader
    .selectFrom('sessions')
    .select(['id', 'stage', 'ended_at'])
    .orderBy('id')
    .execute();
  return JSON.stringify([parts, sessions]);
}

const title = ({ method, path }: Endpoint) => `${method} ${path}`;
const cases = ENDPOINTS.filter(({ method, access }) => access.kind !== 'public' || method !== 'GET').map(
  (endpoint) => [title(endpoint), endpoint] as const,
);
const send = (browser: TestBrowser, { method, path }: Endpoint, headers: Record<string, string> = {}) =>
  browser.send(method, path, { headers, ...(method === 'GET' ? {} : { payload: {} }) });

describe.each(cases)('%s', (_title, endpoint) => {
  const { access } = endpoint;

  if (access.kind === 'session') {
    // @spec 1.1, 6.1, D.76, D.81
    it('answers 401 to a caller without a session', async () => {
      expect(await send(browsers.none, endpoint)).toMatchObject({
        status: 401,
        body: { status: 'unauthenticated', message: expect.any(String), requestId: expect.any(String) },
      });
    });

    // @spec 1.1, 6.2, 6.8, D.16
    it.each(['verify', 'enrol'] as const)(
      'refuses a session at stage %s unless the endpoint allows that stage',
      async (stage) => {
        const { status } = await send(browsers[stage], endpoint);
        if (access.stages.includes(stage)) expect([200, 204, 400]).toContain(status);
        else expect([401, 403]).toContain(status);
      },
    );
  }

  if (access.kind === 'service_key') {
    it.each([undefined, 'Bearer x', 'Bearer hk_00000000000000000000000000000000_x', 'Basic YTpi'])(
      'answers 401 to the authorization %j even with a valid session',
      async (authorization) => {
        const answer = await send(
          browsers.full,
          endpoint,
          authorization === undefined ? {} : { authorization },
        );
        expect(answer).toMatchObject({ status: 401, body: { status: 'unauthenticated' } });
      },
    );
  }

  if (access.kind !== 'service_key' && endpoint.method !== 'GET') {
    const stage = access.kind === 'session' ? (access.stages[0] ?? 'full') : 'none';

    // @spec 7.3, D.57, D.58, D.84
    it.each([
      ['no CSRF token', { 'x-csrf-token': '' }, 'invalid_csrf_token'],
      ['a CSRF token of nobody', { 'x-csrf-token': 'A'.repeat(43) }, 'invalid_csrf_token'],
      ['another origin', { origin: 'https://evil.example' }, 'forbidden'],
      ['the null origin', { origin: 'null' }, 'forbidden'],
      ['a longer origin', { origin: `${PUBLIC_URL}.evil.example` }, 'forbidden'],
      ['the origin over http', { origin: 'http://admin.example.com' }, 'forbidden'],
      ['another port', { origin: `${PUBLIC_URL}:8443` }, 'forbidden'],
      ['a subdomain', { origin: 'https://x.admin.example.com' }, 'forbidden'],
      ['a neighbour’s name', { origin: 'https://evil-admin.example.com' }, 'forbidden'],
      ['a sister site', { 'sec-fetch-site': 'same-site' }, 'forbidden'],
      ['another site', { 'sec-fetch-site': 'cross-site' }, 'forbidden'],
    ])('refuses a request with %s and changes nothing', async (_name, headers, status) => {
      const before = await stateOfDatabase();
      expect(await send(browsers[stage], endpoint, headers)).toMatchObject({ status: 403, body: { status } });
      expect(await stateOfDatabase()).toBe(before);
    });

    it('records a refused call only if the caller has a session', async () => {
      const refusals = async () => {
        await test.auditInbox.linkAll();
        return await test.database.reader
          .selectFrom('audit_log')
          .select(['actor_email', 'metadata'])
          .where('action', '=', 'session.refuse')
          .where('request_id', '=', `refused-${endpoint.name}`)
          .execute();
      };
      const headers = { 'x-csrf-token': '', 'x-request-id': `refused-${endpoint.name}` };
      await send(browsers.none, endpoint, headers);
      expect(await refusals()).toEqual([]);
      await send(browsers.full, endpoint, headers);
      expect(await refusals()).toEqual([
        { actor_email: 'full@example.com', metadata: { call: endpoint.name, reason: 'invalid_csrf_token' } },
      ]);
    });

    // @spec D.57
    it('rejects the CSRF token of another session', async () => {
      const other = browsers[stage === 'none' ? 'full' : 'none'].csrfToken ?? '';
      const answer = await send(browsers[stage], endpoint, { 'x-csrf-token': other });
      expect(answer.body.status).toBe('invalid_csrf_token');
    });
  }
});

describe('wallet private key', () => {
  it('audits a refused wallet backup', async () => {
    const path = '/wallets/00000000-0000-4000-8000-000000000000/backup';
    await browsers.verify.get(path, { headers: { 'x-request-id': 'refused-by-stage' } });
    await browsers.full.get(path, {
      headers: { 'x-request-id': 'refused-by-origin', 'sec-fetch-site': 'cross-site' },
    });
    await test.auditInbox.linkAll();
    const entries = await test.database.reader
      .selectFrom('audit_log')
      .select(['request_id', 'metadata'])
      .where('action', '=', 'session.refuse')
      .where('request_id', 'like', 'refused-by-%')
      .orderBy('sequence')
      .execute();
    expect(entries).toEqual([
      { request_id: 'refused-by-stage', metadata: { call: 'backUpWallet', reason: 'unauthenticated' } },
      { request_id: 'refused-by-origin', metadata: { call: 'backUpWallet', reason: 'forbidden' } },
    ]);
  });
});

describe.each(['cross-site', 'same-site'])('navigation from another site (%s)', (site) => {
  it('sets no cookie that would replace the session of the visitor', async () => {
    const answer = await test.newBrowser().get('/auth/csrf-cookie', { headers: { 'sec-fetch-site': site } });
    expect(answer).toMatchObject({ status: 403, body: { status: 'forbidden' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('safe methods', () => {
  it('changes nothing when a safe request carries method override headers', async () => {
    const headers = {
      cookie: browsers.full.cookie,
      'x-csrf-token': browsers.full.csrfToken,
      'x-http-method-override': 'DELETE',
      'x-method-override': 'POST',
    };
    const before = await stateOfDatabase();
    for (const { path } of ENDPOINTS) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        const answer = await test.app.inject({ method, url: `${path}?_method=DELETE`, headers });
        expect(answer.statusCode).toBeLessThan(500);
      }
    }
    expect(await stateOfDatabase()).toBe(before);
  });
});

describe('cross-origin access', () => {
  it.each(['https://evil.example', 'null', `${PUBLIC_URL}.evil.example`])(
    'does not let the origin %s read any response',
    async (origin) => {
      const headers = { cookie: browsers.full.cookie, origin, 'access-control-request-method': 'POST' };
      for (const method of ['GET', 'OPTIONS'] as const) {
        for (const path of ['/auth/me', '/auth/login', '/auth/sessions', '/nothing']) {
          const answer = await test.app.inject({ method, url: `/api/admin/v1${path}`, headers });
          expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual(
            [],
          );
        }
      }
    },
  );
});

describe('session token', () => {
  const tokenOf = ({ cookie }: TestBrowser) => cookie?.split('=')[1] ?? '';

  it.each([
    ['the query', (token: string) => ({ query: { token, sid: token, session: token } })],
    ['Authorization', (token: string) => ({ headers: { authorization: `Bearer ${token}` } })],
    ['a header', (token: string) => ({ headers: { 'x-session': token, 'x-auth-token': token } })],
    [
      'a cookie of another name',
      (token: string) => ({
        headers: { cookie: `admin_session=${token}; session=${token}; connect.sid=${token}` },
      }),
    ],
    [
      'a cookie of the other kind',
      (token: string) => ({ headers: { cookie: `__Host-admin_session=anonymous.${token}` } }),
    ],
  ])('rejects a session token in %s', async (_name, options) => {
    const answer = await test.newBrowser().get('/auth/me', options(tokenOf(browsers.full)));
    expect(answer).toMatchObject({ status: 401, body: { status: 'unauthenticated' } });
  });

  it('rejects session token and CSRF token if they are swapped', async () => {
    const thief = test.newBrowser();
    thief.cookie = `__Host-admin_session=${browsers.full.csrfToken}`;
    expect((await thief.get('/auth/me')).status).toBe(401);
    const headers = { 'x-csrf-token': tokenOf(browsers.full) };
    const answer = await browsers.full.post('/auth/2fa/setup', undefined, { headers });
    expect(answer.body.status).toBe('invalid_csrf_token');
  });
});

describe('CSRF token', () => {
  it.each([
    [
      'the query',
      ({ csrfToken = '' }: TestBrowser) => ({ query: { 'x-csrf-token': csrfToken, csrf: csrfToken } }),
    ],
    [
      'a cookie',
      ({ cookie = '', csrfToken = '' }: TestBrowser) => ({
        headers: { cookie: `${cookie}; x-csrf-token=${csrfToken}; XSRF-TOKEN=${csrfToken}` },
      }),
    ],
    ['the body', ({ csrfToken = '' }: TestBrowser) => ({ payload: { _csrf: csrfToken, csrfToken } })],
    [
      'a header cut short',
      ({ csrfToken = '' }: TestBrowser) => ({ headers: { 'x-csrf-token': csrfToken.slice(1) } }),
    ],
  ])('rejects a CSRF token in %s', async (_name, options) => {
    const { csrfToken } = browsers.full;
    const own = options(browsers.full);
    browsers.full.csrfToken = undefined;
    const answer = await browsers.full.post('/auth/2fa/setup', undefined, own);
    browsers.full.csrfToken = csrfToken;
    expect(answer).toMatchObject({ status: 403, body: { status: 'invalid_csrf_token' } });
  });
});

describe('cookies over https', () => {
  // @spec 7.4, D.5
  it('binds cookies to this host', async () => {
    const { headers } = await test.newBrowser().get('/auth/csrf-cookie');
    expect(headers['set-cookie']).toMatch(
      /^__Host-admin_session=anonymous\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it.each([
    '',
    'x',
    'A'.repeat(8_000),
    `${'A'.repeat(42)}=`,
    '%00',
    'anonymous.',
    '"quoted"',
    'x; __Host-admin_session=y',
  ])('rejects malformed cookies (%#)', async (value) => {
    const browser = test.newBrowser();
    browser.cookie = `__Host-admin_session=${value}`;
    expect([401, 431]).toContain((await browser.get('/auth/me')).status);
  });
});

describe('rate limits', () => {
  // @spec D.51, D.90
  it('shares limits across replicas and answers 429 with the seconds to wait', async () => {
    const limited = await startTestApplication({ rateLimitFactor: 1 });
    const replica = await limited.createReplica();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) {
      const browser = limited.newBrowser({ on: index % 2 === 0 ? limited.app : replica });
      await browser.get('/auth/csrf-cookie');
      const answer = await browser.post('/auth/login', {
        email: `someone${index}@example.com`,
        password: 'x',
      });
      statuses.push(answer.status);
      if (answer.status === 429) {
        expect(answer.body.status).toBe('rate_limited');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
      }
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    await limited.close();
  });

  // @spec D.52
  it('allows ten code attempts per minute and session', async () => {
    const limited = await startTestApplication({ rateLimitFactor: 1 });
    const { verify } = await browsersAtEveryStage(limited);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await verify.post('/auth/2fa/verify', {})).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    await limited.close();
  });

  // @spec D.55, D.56
  it('allows 300 calls per minute, even when they arrive at once', async () => {
    const limited = await startTestApplication({ rateLimitFactor: 1 });
    const browser = limited.newBrowser();
    const answers = await Promise.all(Array.from({ length: 320 }, () => browser.get('/auth/csrf-cookie')));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(300);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    await limited.close();
  });
});

it.each([1e7, 1e9, 1e15])('allows every call if the rate limit factor is %d', async (rateLimitFactor) => {
  const unlimited = await startTestApplication({ rateLimitFactor });
  const browser = unlimited.newBrowser();
  for (let call = 0; call < 3; call++) {
    expect((await browser.get('/auth/csrf-cookie')).status).toBe(204);
  }
  // Counts must stay within PostgreSQL's integer range, even after many calls.
  await unlimited.database.query({ text: 'UPDATE rate_limit_windows SET used = 2000000000' });
  const replica = unlimited.newBrowser({ on: await unlimited.createReplica() });
  expect([204, 429]).toContain((await replica.get('/auth/csrf-cookie')).status);
  await unlimited.close();
});

describe('client address', () => {
  async function recordedAddress(
    trustedProxies: readonly string[],
    peer: string,
    forwarded: string,
  ): Promise<string> {
    const proxied = await startTestApplication({ trustedProxies });
    const browser = proxied.newBrowser({ address: peer });
    await browser.get('/auth/csrf-cookie');
    await browser.post(
      '/auth/login',
      { email: 'nobody@example.com', password: 'x' },
      { headers: { 'x-forwarded-for': forwarded, 'x-real-ip': '9.9.9.9', forwarded: 'for=8.8.8.8' } },
    );
    await proxied.auditInbox.linkAll();
    const entry = await proxied.database.reader
      .selectFrom('audit_log')
      .select('ip_address')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    await proxied.close();
    return entry.ip_address ?? '';
  }

  // @spec O.25
  it('uses the connecting address and ignores forwarding headers', async () => {
    expect(await recordedAddress([], '192.0.2.1', '1.1.1.1')).toBe('192.0.2.1');
  });

  it.each([
    ['once about a proxy that is not trusted', [], 1],
    ['not about a trusted proxy', ['192.0.2.0/24'], 0],
  ])('warns %s', async (_, trustedProxies, warnings) => {
    const proxied = await startTestApplication({ trustedProxies, publicUrl: 'https://admin.example.com' });
    const browser = proxied.newBrowser();
    const headers = { 'x-forwarded-for': '1.1.1.1' };
    for (const path of ['/auth/csrf-cookie', '/auth/me']) await browser.get(path, { headers });
    const warned = proxied.logged().match(/X-Forwarded-For is ignored: add the address of the proxy/g) ?? [];
    expect(warned).toHaveLength(warnings);
    await proxied.close();
  });

  // @spec O.25
  it('uses the last address that no trusted proxy added', async () => {
    const trusted = ['10.0.0.0/8'];
    expect(await recordedAddress(trusted, '10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
    expect(await recordedAddress(trusted, '192.0.2.1', '1.1.1.1')).toBe('192.0.2.1');
  });

  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['unknown', '10.0.0.1'],
  ])('uses the address from a trusted proxy, or else the proxy itself: %s', async (forwarded, address) => {
    expect(await recordedAddress(['10.0.0.0/8'], '10.0.0.1', forwarded)).toBe(address);
  });

  it.each([
    ['ports', (call: number) => `203.0.113.7:${50_000 + call}`],
    ['ports of one network', (call: number) => `[2001:db8::${call}]:${50_000 + call}`],
    ['texts that are no address', (call: number) => `unknown${call}`],
  ])('treats requests with different %s as one client for rate limits', async (_, forwarded) => {
    const proxied = await startTestApplication({ trustedProxies: ['10.0.0.0/8'], rateLimitFactor: 0.01 });
    const statuses: number[] = [];
    for (const call of [1, 2, 3, 4]) {
      const headers = { 'x-forwarded-for': forwarded(call) };
      const browser = proxied.newBrowser({ address: '10.0.0.1' });
      statuses.push((await browser.get('/auth/csrf-cookie', { headers })).status);
    }
    await proxied.close();
    expect(statuses).toEqual([204, 204, 204, 429]);
  });
});
