import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ADMIN_API } from '@halyard/contract/constants';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { errorBody } from '@halyard/contract/error-body';
import { openApiDocument } from '@halyard/contract/openapi-document';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsersAtEveryStage } from '../../test/browsers-at-every-stage.ts';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from '../../test/test-application.ts';
import type { TestAnswer } from '../../test/test-browser.ts';
import { connectPlatform } from '../../test/test-platform.ts';

/** Long enough for the server to read one packet before the next. */
const PACKET_PAUSE_MS = 100;

let test: TestApplication;
let port: number;
let browsers: Awaited<ReturnType<typeof browsersAtEveryStage>>;

beforeAll(async () => {
  test = await startTestApplication();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
  browsers = await browsersAtEveryStage(test);
});
afterAll(async () => await test.close());

/** Default messages of the validation library, which the product never shows. */
const LIBRARY_WORDS = /Invalid (input|option|string|key|element)|Too (small|big)|Unrecognized/;

function expectDocumented(answer: TestAnswer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(() => errorBody.strict().parse(answer.body)).not.toThrow();
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|SELECT|at async/);
  expect(JSON.stringify(answer.body)).not.toMatch(LIBRARY_WORDS);
}

const withBody = ENDPOINTS.filter(
  ({ body, access }) => body !== undefined && access.kind !== 'service_key',
).map((endpoint) => {
  const stage = endpoint.access.kind === 'session' ? (endpoint.access.stages[0] ?? 'full') : 'none';
  return [`${endpoint.method} ${endpoint.path}`, endpoint, stage] as const;
});

/** Fills path parameters with plausible ids. */
function addressOf({ path }: { readonly path: string }, id: string = randomUUID()): string {
  return path.replace(':ticket', 'x'.repeat(43)).replace(/:\w+/g, id);
}

describe.each(withBody)('%s', (_title, endpoint, stage) => {
  const { method } = endpoint;
  const path = addressOf(endpoint);
  const sendRaw = (payload: string | Buffer, contentType = 'application/json') =>
    browsers[stage].send(method, path, { payload, headers: { 'content-type': contentType } });

  it('rejects an empty object unless every field is optional', async () => {
    const isEnough = endpoint.body?.safeParse({}).success;
    const refusal = isEnough
      ? { status: 404, body: { status: 'not_found' } }
      : { status: 400, body: { status: 'validation_error' } };
    const answer = await sendRaw('{}');
    expect(answer).toMatchObject(refusal);
    expectDocumented(answer);
  });

  // @spec D.79, D.104, D.108
  it.each([
    ['a list', '[]', 'validation_error'],
    ['a text', '"x"', 'validation_error'],
    ['null', 'null', 'validation_error'],
    ['a number beyond all', '1e400', 'validation_error'],
    ['broken JSON', '{"email": ', 'invalid_json'],
    ['a prototype', '{"__proto__": {"isAdmin": true}}', 'invalid_json'],
    ['a constructor', '{"constructor": {"prototype": {}}}', 'invalid_json'],
    ['a key that comes twice', '{"email": "a@example.com", "email": "b@example.com"}', 'invalid_json'],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`, 'invalid_json'],
    ['a NUL', '{"email": "a\\u0000b"}', 'invalid_json'],
    ['a lone surrogate', '{"email": "\\ud800"}', 'invalid_json'],
    ['an unknown field', '{"isAdmin": true}', 'validation_error'],
  ])('rejects %s', async (_name, payload, status) => {
    const answer = await sendRaw(payload);
    expect(answer).toMatchObject({ status: 400, body: { status } });
    expectDocumented(answer);
  });

  it('rejects a body that is not UTF-8', async () => {
    expect((await sendRaw(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).body.status).toBe('invalid_json');
  });

  // @spec D.89
  it('rejects a body that is too large', async () => {
    const answer = await sendRaw(JSON.stringify({ email: 'x'.repeat(70_000) }));
    expect(answer).toMatchObject({ status: 413, body: { status: 'too_large' } });
  });

  // @spec 7.2, D.89
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/xml',
  ])('rejects the content type %s', async (contentType) => {
    const answer = await sendRaw('{}', contentType);
    expect(answer).toMatchObject({ status: 415, body: { status: 'unsupported_media_type' } });
  });

  // @spec D.76, D.78
  it('answers arbitrary JSON with a documented 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const answer = await sendRaw(JSON.stringify(value));
        if (answer.status !== 401) expectDocumented(answer);
      }),
      { numRuns: 40 },
    );
  });
});

// @spec D.107
it.each([
  ['/auth/login', 8],
  ['/auth/password/change', 8],
  ['/invitations', 64],
])('%s accepts a body of at most %i KiB', async (path, kibibytes) => {
  const send = (bytes: number) =>
    browsers.full.post(path, { email: 'x'.repeat(bytes - '{"email":""}'.length) });
  expect((await send(kibibytes * 1_024)).status).toBe(400);
  expect((await send(kibibytes * 1_024 + 1)).body.status).toBe('too_large');
});

// @spec D.107
it.each(
  ENDPOINTS.filter(({ method, path }) => method !== 'GET' && path.startsWith(`${ADMIN_API}/auth/`)).map(
    (endpoint) => [endpoint.method, endpoint.path, endpoint] as const,
  ),
)('%s %s accepts a body of at most 8 KiB', async (method, _path, endpoint) => {
  const stage = endpoint.access.kind === 'session' ? (endpoint.access.stages[0] ?? 'full') : 'none';
  const send = (bytes: number) =>
    browsers[stage].send(method, addressOf(endpoint), {
      payload: { x: 'x'.repeat(bytes - '{"x":""}'.length) },
    });
  expect((await send(8 * 1_024)).status).toBe(400);
  expect(await send(8 * 1_024 + 1)).toMatchObject({ status: 413, body: { status: 'too_large' } });
});

const withoutBody = ENDPOINTS.filter(
  ({ method, body, access }) => method !== 'GET' && body === undefined && access.kind !== 'service_key',
).map((endpoint) => {
  const stage = endpoint.access.kind === 'session' ? (endpoint.access.stages[0] ?? 'full') : 'none';
  return [`${endpoint.method} ${endpoint.path}`, endpoint, stage] as const;
});

describe.each(withoutBody)('%s', (_title, endpoint, stage) => {
  const { method } = endpoint;
  const path = addressOf(endpoint);
  it('rejects a request body', async () => {
    const answer = await browsers[stage].send(method, path, { payload: { isAdmin: true } });
    expect(answer).toMatchObject({ status: 400, body: { status: 'validation_error' } });
    expectDocumented(answer);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'rejects the content type %s, which a cross-site form could send',
    async (contentType) => {
      const headers = { 'content-type': contentType };
      const answer = await browsers[stage].send(method, path, { payload: '{}', headers });
      expect(answer).toMatchObject({ status: 415, body: { status: 'unsupported_media_type' } });
    },
  );
});

it('a validation error reports the first thousand of seven thousand unknown fields', async () => {
  const letters = (index: number) => [index % 57, Math.floor(index / 57) % 57, Math.floor(index / 3249)];
  const keys = Array.from({ length: 7_000 }, (_, index) =>
    String.fromCharCode(...letters(index).map((letter) => 35 + letter)),
  );
  const platform = await connectPlatform(test);
  const answer = await platform.post('/users', Object.fromEntries(keys.map((key) => [key, 1])));
  expectDocumented(answer);
  expect(answer.body.errors).toHaveLength(1_000);
});

// @spec D.106
it.each(['limit=5&limit=5', 'search=a&search=b', 'unknown=1&unknown=2', 'limit[]=5&limit[]=6'])(
  'the list of users rejects the repeated query key in %s',
  async (query) => {
    const answer = await browsers.full.get(`/users?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { status: 'validation_error' } });
  },
);

const DOCUMENTED = openApiDocument('Halyard', ENDPOINTS)['paths'] as Record<
  string,
  Record<string, { readonly responses: Readonly<Record<string, unknown>> }>
>;

describe.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_title, endpoint) => {
    const { method } = endpoint;
    const address = addressOf(endpoint);
    const { responses } = DOCUMENTED[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {
      responses: {},
    };

    it.each<[what: string, path: string, options?: InjectOptions]>([
      ['a NUL in the query', `${address}?%00=1`],
      ['an undecodable query', `${address}?search=100%`],
      ['invalid UTF-8 in the query', `${address}?search=%ff`],
      ['a repeated query key', `${address}?x=1&x=2`],
      ...(endpoint.path.includes(':')
        ? [['an id that is too long', addressOf(endpoint, 'x'.repeat(200))] satisfies [string, string]]
        : []),
      ['a request from another site', address, { headers: { 'sec-fetch-site': 'cross-site' } }],
      ['a foreign host', address, { headers: { host: 'evil.example' } }],
      [
        'a compressed body',
        address,
        { payload: 'x', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      ],
      ['a broken body', address, { payload: '{', headers: { 'content-type': 'application/json' } }],
    ])('answers %s with a status of the contract', async (_name, path, options) => {
      const { status } = await browsers.full.send(method, path, options);
      expect(Object.keys(responses)).toContain(String(status));
    });
  },
);

describe('encoded bodies', () => {
  const post = (headers: Record<string, string>, payload: string | Buffer = '{"email":"a@example.com"}') =>
    browsers.none.send('POST', '/auth/password/reset/initiate', {
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.each([
    'application/json; charset=UTF8',
    'application/json; charset=utf8',
    'application/json;charset="Utf-8"',
    'application/json; Charset = UTF-8',
    'Application/JSON',
  ])('accepts %s', async (type) => expect((await post({ 'content-type': type })).status).toBe(202));

  it.each(['application/json; charset=utf-16', 'application/json; charset=latin1'])(
    'rejects %s',
    async (type) => {
      expect(await post({ 'content-type': type })).toMatchObject({
        status: 415,
        body: { message: 'The body must be JSON in UTF-8' },
      });
    },
  );

  it.each([
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'content-encoding': 'GZIP, identity' },
    { 'transfer-encoding': 'gzip, chunked' },
  ])('explains that %o is not supported', async (headers) => {
    expect(await post(headers, gzipSync('{"email":"a@example.com"}'))).toMatchObject({
      status: 415,
      body: { status: 'unsupported_media_type', message: 'The body must not be compressed or encoded' },
    });
  });

  it.each([{ 'content-encoding': 'identity' }, { 'transfer-encoding': 'chunked' }])(
    'accepts %o',
    async (headers) => expect((await post(headers)).status).toBe(202),
  );
});

describe('headers that are too large', () => {
  const large = (path: string, accept: string) =>
    rawExchange(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`,
      /\r\n\r\n.+/s,
    );

  it('show browsers a page', async () => {
    const answer = await large('/users', 'text/html,application/xhtml+xml');
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('content-type: text/html; charset=utf-8\r\n');
    expect(answer).toContain('Delete the cookies of this site and try again.');
  });

  it.each([
    [`${ADMIN_API}/users`, 'text/html'],
    ['/users', 'application/json'],
  ])('are rejected in JSON at %s with Accept %s', async (path, accept) => {
    const answer = await large(path, accept);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"message":"The headers of the request are too large"');
  });
});

describe('headers that are too large, in several packets', () => {
  it.each([
    [`${ADMIN_API}/users`, 'text/html', 'application/json'],
    [`http://127.0.0.1${ADMIN_API}/users`, 'text/html', 'application/json'],
    ['/users', 'application/json', 'application/json'],
    ['/users', 'text/html', 'text/html'],
  ])('are rejected at %s with Accept %s as %s', async (path, accept, type) => {
    const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nCookie: a=`;
    const answer = await rawExchange([head, 'x'.repeat(20_000), '\r\n\r\n'], /\r\n\r\n.+/s);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain(`\r\ncontent-type: ${type}; charset=utf-8\r\n`);
  });

  it('are rejected in JSON if even the path is unknown', async () => {
    const head = `GET ${ADMIN_API}/users HTTP/1.1\r\nHost: a\r\nX: `;
    const answer = await rawExchange([head, 'x'.repeat(40_000), 'x'.repeat(40_000)], /\r\n\r\n.+/s);
    expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*"status":"validation_error"/);
  });
});

describe('routing', () => {
  // @spec D.86
  it('answers 404 to an unknown path and 405 to an unsupported method', async () => {
    expect(await browsers.full.get('/nothing')).toMatchObject({ status: 404, body: { status: 'not_found' } });
    const wrongMethod = await browsers.full.get('/auth/login');
    expect(wrongMethod).toMatchObject({ status: 405, body: { status: 'method_not_allowed' } });
    expect(wrongMethod.headers['allow']).toBe('POST');
    expect((await browsers.full.send('PUT', '/auth/me', { payload: {} })).status).toBe(405);
  });

  it.each([
    ['GET', '/users/'],
    ['GET', '/users/abc'],
    ['PUT', '/users/0/settings'],
    ['GET', '/wallets/-1'],
    ['GET', '/wallets/99999999999999999999/transactions'],
    ['GET', '/wallets/abc/backup'],
    ['DELETE', '/invitations/1'],
    ['POST', "/invitations/'/resend"],
    ['GET', `/users/${'a'.repeat(101)}`],
    ['PUT', `/users/${'1'.repeat(5_000)}/settings`],
    ['GET', `/wallets/${'9'.repeat(101)}/transactions`],
    ['DELETE', `/invitations/${'%C3%BC'.repeat(500)}`],
  ] as const)('answers 404 to the invalid path %s %s', async (method, path) => {
    const answer = await browsers.full.send(method, path);
    expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
    expectDocumented(answer);
  });

  it.each([
    '/api//admin/v1/auth/me',
    '/api/admin/v1/auth/me/',
    '/API/admin/v1/auth/me',
    '/api/admin/v1/auth/../auth/me',
    '/api/admin/v1/auth/me;x',
    '/api/admin/v1/auth/%2e%2e/me',
    '/api/admin/v1/auth%2fme',
    '/api/admin/v1/auth/me%00',
    '/api/admin/v1/auth/%ff',
    '/api/v1/auth/me',
    '/admin-api/auth/me',
  ])('rejects %s without a session', async (path) => {
    const answer = await rawGet(path);
    expect([400, 401, 404]).toContain(answer.status);
  });

  it('ignores headers that override the method or the path', async () => {
    const answer = await rawGet(`${ADMIN_API}/auth/me`, {
      'x-http-method-override': 'POST',
      'x-original-url': '/healthz',
      authorization: 'Bearer x',
      'x-user-id': '1',
    });
    expect(answer.status).toBe(401);
  });
});

describe('requests', () => {
  // @spec D.77
  it('returns the request id of the caller if valid, otherwise a generated one', async () => {
    const given = await browsers.none.get('/auth/me', { headers: { 'x-request-id': 'trace-1234567' } });
    expect(given.headers['x-request-id']).toBe('trace-1234567');
    expect(given.body.requestId).toBe('trace-1234567');
    for (const id of ['short', 'x'.repeat(1_000), 'with space here', '<script>alert(1)</script>']) {
      const answer = await browsers.none.get('/auth/me', { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
    }
  });

  it.each([
    ['an address that cannot be decoded', 'GET /%ZZ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['no Host', `GET ${ADMIN_API}/users HTTP/1.1\r\n\r\n`],
    ['a method that needs a body', `QUERY ${ADMIN_API}/users HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['an unknown expectation', `GET ${ADMIN_API}/users HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n`],
    ['a client that wants a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'an absolute URL',
      `GET http://localhost${ADMIN_API}/users HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n`,
    ],
  ])('answers %s with 4xx, in JSON and with a request id', async (_name, text) => {
    const answer = await rawExchange(text, /\r\n\r\n.+/s);
    expect(answer).toMatch(/^HTTP\/1\.1 4/);
    const id = /"requestId":"([^"]+)"/.exec(answer)?.[1];
    expect(answer).toMatch(new RegExp(`^x-request-id: ${id}\\r$`, 'm'));
  });

  it('does not log an aborted request as a server error', async () => {
    const { cookie, csrfToken } = browsers.none;
    const texts = [
      `POST ${ADMIN_API}/auth/login HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${csrfToken}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      `GET ${ADMIN_API}/auth/me HTTP/1.1\r\nHost: a\r\n\r\n`,
    ];
    for (const text of texts) {
      for (let times = 0; times < 5; times++) await sendAndReset(text);
    }
    for (let times = 0; times < 5; times++) await rawGet('/healthz');
    expect(test.logged()).not.toContain('request failed');
  });

  it.each([
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    [
      'a length and chunks',
      'POST /api/admin/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['the host of somebody else', `GET ${ADMIN_API}/auth/csrf-cookie HTTP/1.1\r\nHost: evil.example\r\n\r\n`],
    ['a host that hides another', 'GET /healthz/../ HTTP/1.1\r\nHost: localhost:80@evil.example\r\n\r\n'],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n'],
  ])('rejects a request with %s', async (_name, text) => {
    expect(await rawExchange(text)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('closes the connection after two Host headers and ignores pipelined requests', async () => {
    const behind = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const answers = await rawExchange(`GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${behind}`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(answers).toMatch(/^connection: close\r$/im);
  });

  it('rejects a request with 20 kB of headers', async () => {
    expect(await rawExchange(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  it('keeps secrets of rejected requests out of the log', () => {
    const logged = test.logged();
    expect(logged).toContain('/auth/login');
    for (const { cookie, csrfToken } of Object.values(browsers)) {
      expect(logged).not.toContain(cookie?.split('=')[1]);
      expect(logged).not.toContain(csrfToken);
    }
    expect(logged).not.toContain(TEST_PASSWORD);
  });
});

function rawGet(path: string, headers: Record<string, string> = {}): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0 }));
    })
      .on('error', reject)
      .end();
  });
}

async function sendAndReset(text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      setImmediate(() => socket.resetAndDestroy());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

/** Resolves with the answer as far as it has come when it matches. Sends each text as a packet of its own. */
function rawExchange(texts: string | readonly string[], complete = /\r\n/): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', async () => {
      for (const text of [texts].flat()) {
        socket.write(text);
        await sleep(PACKET_PAUSE_MS);
      }
    });
    socket.on('data', (chunk) => {
      answer += chunk;
      if (complete.test(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
