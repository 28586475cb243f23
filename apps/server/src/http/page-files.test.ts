import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../test/test-application.ts';

const SCRIPT = "document.documentElement.classList.add('dark')";
const STYLE = 'body{margin:0}';
const page = (body: string) =>
  `<!doctype html><html><head><title>Admin | Halyard</title><style>${STYLE}</style><script>${SCRIPT}</script>` +
  `<script type="module" src="/assets/main-1.js"></script></head><body>${body}</body></html>`;
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

let webDist: string;
let test: TestApplication;

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'halyard-dist-'));
  await mkdir(join(webDist, 'assets'));
  await writeFile(join(webDist, 'index.html'), page('<div id="root"></div>'));
  await writeFile(join(webDist, 'login.html'), page('<form aria-label="Sign in to Halyard"></form>'));
  await writeFile(join(webDist, 'assets/main-1.js'), 'export {};');
  await writeFile(join(webDist, 'assets/main-1.js.br'), 'precompressed');
  await writeFile(join(webDist, 'assets/main-1.css'), STYLE);
  await writeFile(join(webDist, 'favicon.svg'), '<svg/>');
  test = await startTestApplication({ productName: 'Fjord & "Söhne"' }, { webDist });
});
afterAll(async () => {
  await test.close();
  await rm(webDist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

describe('pages', () => {
  // @spec O.18
  it('serves the sign-in form with the product name at /login', async () => {
    const answer = await get('/login?x=1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('aria-label="Sign in to Fjord &#38; &#34;Söhne&#34;"');
    expect(answer.body).not.toContain('Halyard');
  });

  // @spec O.4
  it.each(['/', '/dashboard', '/users?page=2', '/users/', '/Users', '/verify-otp'])(
    'serves the app shell at %s',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('<div id="root">');
    },
  );

  it.each(['/no/such/page', '/server', '/node_modules', '/users%20', '/apiary', '//'])(
    'answers 404 at %s',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );

  it('serves browsers the app shell with its not-found screen at unknown paths', async () => {
    const answer = await get('/no/such/page', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<div id="root">');
    expect(answer.headers['vary']).toContain('accept');
  });

  const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each([
    '/users?search=100%',
    '/reset-password?token=abc%',
    '/login?x=%zz',
    '/users?search=%ff',
    '/users?search=a%00b',
    '/users?%=%&%=%',
    '/users%',
    '/users/%zz',
    '/%ff',
    '/%E0%A4%A',
  ])('serves browsers a page of the product at the malformed address %s', async (url) => {
    const answer = await get(url, BROWSER);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/<div id="root">|<form aria-label/);
  });

  it.each([
    ['/assets/none.js', {}, 404],
    ['//evil.example/x', {}, 404],
    ['/%61pi/nothing', {}, 404],
    ['/users', { host: 'evil.example' }, 400],
  ])('shows browsers an error page at %s with %o', async (url, headers, status) => {
    const answer = await get(url, { ...BROWSER, ...headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<h1>Something went wrong</h1>');
  });

  it.each(['/api/admin/v1/nothing', '/api/admin/v1/auth/me?%00=1', '/api/admin/v1/users/%zz'])(
    'answers in JSON at %s, even to a browser',
    async (url) => expect((await get(url, BROWSER)).json()).toMatchObject({ requestId: expect.any(String) }),
  );

  it.each(['/', '/login', '/config.json', '/favicon.svg'])('answers HEAD at %s', async (url) => {
    const answer = await test.app.inject({ method: 'HEAD', url });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  it('serves brotli to browsers that accept it', async () => {
    const answer = await get('/login', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<form');
  });

  // @spec D.152
  it('allows only the inline scripts and styles that the page contains', async () => {
    const policy = String((await get('/login')).headers['content-security-policy']);
    const directives = new Map(
      policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'", hash(SCRIPT)]);
    expect(directives.get('style-src')).toEqual(["'self'", hash(''), hash(STYLE)]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy).not.toContain('unsafe');
  });
});

describe('static files', () => {
  it('serves build files precompressed and cacheable for a year', async () => {
    const answer = await get('/assets/main-1.js', { 'accept-encoding': 'br' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'x-content-type-options': 'nosniff',
    });
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('lets only script files load further scripts when they run as workers', async () => {
    const scriptPolicy = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    for (const encoding of ['br', 'identity']) {
      const answer = await get('/assets/main-1.js', { 'accept-encoding': encoding });
      expect(answer.headers['content-security-policy']).toBe(scriptPolicy);
    }
    for (const url of ['/favicon.svg', '/assets/main-1.css', '/assets/none.js', '/config.json']) {
      expect((await get(url)).headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
    }
  });

  it.each([
    '/assets/none.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/../package.json',
    '/%2e%2e/package.json',
    '/..%5cpackage.json',
    '//etc/passwd',
    '/.env',
    '/.git/HEAD',
    '/assets/main-1.js.map',
    '/index.html',
    '/login.html',
    '/api/admin/v1/nothing',
    '/api/nothing',
    '/api',
    '/API/admin/v1/wallets/1/backup',
    '/Api',
    '/ASSETS/none',
    '/%61pi/nothing',
    '/%2561pi/nothing',
    '/api%2fadmin%2fv1%2fauth%2fme',
    '/api;x/admin/v1/auth/me',
    '/users%2Fbackup',
    '/users%5cbackup',
    '/users%2ehtml',
    '/%6cogin',
  ])('answers 404 at %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ status: 'not_found' });
  });

  // @spec O.4
  it('serves the dashboard settings as config.json', async () => {
    const answer = await get('/config.json');
    expect(answer.json()).toEqual({
      productName: 'Fjord & "Söhne"',
      analytics: null,
      imageOrigins: [],
      screens: [
        'audit-entry',
        'audit-filters',
        'audit-platform-feed',
        'created-days',
        'exceptions',
        'find',
        'merchant',
        'orders',
        'replace-authenticator',
        'revenue',
        'system',
        'timeline',
        'transactions',
        'user-status',
        'getting-started',
      ],
      sampleData: false,
    });
  });

  it('announces the embedded database in config.json', async () => {
    const evaluation = await startTestApplication({ databaseUrl: undefined }, { webDist });
    try {
      const answer = await evaluation.app.inject({ url: '/config.json' });
      expect(answer.json()).toMatchObject({ sampleData: false, embeddedDatabase: true });
    } finally {
      await evaluation.close();
    }
  });
});
