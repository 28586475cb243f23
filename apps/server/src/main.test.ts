import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { databaseSettings } from '../test/database-url.ts';
import { unusedPort } from '../test/loopback-ports.ts';
import { type ProductProcess, startProductProcess } from '../test/started-product.ts';
import { newestMigration } from '../test/template-database.ts';
import { TEST_PASSWORD } from '../test/test-application.ts';
import { createTestDatabase } from '../test/test-database.ts';

const TIMEOUT_MS = 60_000;
const MASTER_KEY = Buffer.alloc(32, 1).toString('base64');

const running: ProductProcess[] = [];
const directories: string[] = [];

afterEach(async () => {
  for (const product of running.splice(0)) {
    product.child.kill('SIGTERM');
    await product.ended;
  }
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'halyard-main-'));
  directories.push(directory);
  return directory;
}

function start(environment: Record<string, string>): ProductProcess {
  const product = startProductProcess({ SAMPLE_DATA: 'off', LOG_LEVEL: 'warn', ...environment });
  running.push(product);
  return product;
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    return await once(socket, 'connect').then(
      () => true,
      () => false,
    );
  } finally {
    socket.destroy();
  }
}

async function signInHeaders(address: string): Promise<Record<string, string>> {
  const csrf = await fetch(`${address}/api/admin/v1/auth/csrf-cookie`);
  return {
    'content-type': 'application/json',
    cookie: csrf.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'x-csrf-token': csrf.headers.get('x-csrf-token') ?? '',
  };
}

async function signIn(address: string, email: string, password: string): Promise<number> {
  const answer = await fetch(`${address}/api/admin/v1/auth/login`, {
    method: 'POST',
    headers: await signInHeaders(address),
    body: JSON.stringify({ email, password }),
  });
  return answer.status;
}

describe('the product', { timeout: TIMEOUT_MS }, () => {
  // @spec O.6, O.9, O.11, O.30
  it('prints the first administrator once, keeps its data, and stops cleanly on SIGTERM', async () => {
    const DATA_DIR = await newDirectory();
    const first = start({ DATA_DIR });
    const address = await first.ready;
    const { stdout } = first.output();
    expect(stdout.match(/^ready on http:\/\/127\.0\.0\.1:\d+$/gm)).toHaveLength(1);
    const password = /password: (\S+)/.exec(stdout)?.[1] ?? '';
    expect(stdout).toContain('email: admin@example.com');
    expect(await signIn(address, 'admin@example.com', password)).toBe(200);
    expect((await stat(join(DATA_DIR, 'master.key'))).mode & 0o777).toBe(0o600);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(await readdir(join(DATA_DIR, 'postgres'))).not.toContain('postmaster.pid');

    const second = start({ DATA_DIR });
    expect(await signIn(await second.ready, 'admin@example.com', password)).toBe(200);
    expect(second.output().stdout).not.toContain('password');
  });

  it('creates the first administrator of an evaluation, although its sample data mentions others', async () => {
    const DATA_DIR = await newDirectory();
    const settings = { DATA_DIR, ADMIN_EMAIL: 'own@example.com', ADMIN_PASSWORD: TEST_PASSWORD };
    const first = startProductProcess({ ...settings, LOG_LEVEL: 'warn' });
    running.push(first);
    expect(await signIn(await first.ready, 'own@example.com', TEST_PASSWORD)).toBe(200);
    expect(first.output().stdout).toContain('Sample data is loaded');
    expect(first.output().stdout).toContain('email: own@example.com');
    // Loads all sample data.
  }, 240_000);

  // @spec O.30
  it('finishes running requests on SIGTERM and accepts no new ones', async () => {
    const product = start({ DATA_DIR: await newDirectory() });
    const address = await product.ready;
    const { hostname, port, host } = new URL(address);
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'x' });
    const headers = Object.entries({
      ...(await signInHeaders(address)),
      host,
      // The 100 response shows that the server has started on the request.
      expect: '100-continue',
      'content-length': String(body.length),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    let received = '';
    const socket = connect(Number(port), hostname).on('data', (chunk) => {
      received += chunk;
    });
    socket.write(`POST /api/admin/v1/auth/login HTTP/1.1\r\n${headers.join('')}\r\n`);
    await vi.waitFor(() => expect(received).toBe('HTTP/1.1 100 Continue\r\n\r\n'), TIMEOUT_MS);

    product.child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow(), TIMEOUT_MS);
    socket.write(body);
    expect(await product.ended).toBe(0);
    expect(received).toContain('HTTP/1.1 401 Unauthorized');
    // Otherwise the process would wait for the connection to be cut off.
    expect(received).toContain('connection: close');
  });

  it('serves requests while it drains, but says that it is not ready and ends each connection', async () => {
    const product = start({ DATA_DIR: await newDirectory(), DRAIN_SECONDS: '3' });
    const address = await product.ready;
    product.child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), TIMEOUT_MS);
    const page = await fetch(`${address}/login`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect(await product.ended).toBe(0);
  });

  it('logs an uncaught error and exits with 1', async () => {
    const throwing = `process.once('SIGUSR2', () => setTimeout(() => { throw new Error('out of the blue'); }))`;
    const product = start({
      DATA_DIR: await newDirectory(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(throwing)}`,
    });
    await product.ready;
    product.child.kill('SIGUSR2');
    expect(await product.ended).toBe(1);
    const line = product
      .output()
      .stdout.split('\n')
      .find((text) => text.includes('out of the blue'));
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'fatal', err: { message: 'out of the blue' } });
  });

  // @spec O.16
  it('starts again with its data after SIGKILL', async () => {
    const DATA_DIR = await newDirectory();
    const settings = { DATA_DIR, ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'Correct-Horse-7-Battery' };
    const killed = start(settings);
    await killed.ready;
    expect(killed.output().stdout).not.toContain(settings.ADMIN_PASSWORD);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    const again = start(settings);
    expect(await signIn(await again.ready, settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD)).toBe(200);
  });

  it('rejects a second process on the same data directory with one line', async () => {
    const DATA_DIR = await newDirectory();
    await start({ DATA_DIR }).ready;
    const second = start({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.output().stderr).toMatch(/^DATA_DIR [^\n]+ is in use[^\n]+\n$/);
  });

  // @spec D.7, D.56, O.24
  it('warns about unsafe settings', async () => {
    const product = start({
      DATA_DIR: await newDirectory(),
      RATE_LIMIT_FACTOR: '100',
      PUBLIC_URL: 'http://admin.example.com',
      ALLOW_INSECURE_HTTP: 'on',
    });
    await product.ready;
    const { stdout } = product.output();
    expect(stdout).toContain('RATE_LIMIT_FACTOR changes every rate limit');
    expect(stdout).toContain('ALLOW_INSECURE_HTTP: sessions travel over plain http');
  });

  // @spec O.27
  it('names an invalid setting and starts nothing', async () => {
    const DATA_DIR = await newDirectory();
    const product = start({ DATA_DIR, PORT: 'eighty' });
    expect(await product.ended).toBe(1);
    expect(product.output()).toEqual({ stdout: '', stderr: 'PORT: expected a port from 0 to 65535\n' });
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('reports that its port is in use before it writes anything', async () => {
    const DATA_DIR = await newDirectory();
    const occupant = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    const { port } = occupant.address() as { port: number };
    const product = start({ DATA_DIR, PORT: String(port) });
    expect(await product.ended).toBe(1);
    expect(product.output()).toEqual({
      stdout: '',
      stderr: `PORT: ${port} on 127.0.0.1 is in use by another process: stop it, or choose another PORT\n`,
    });
    expect(await readdir(DATA_DIR)).toEqual([]);
    occupant.close();
  });

  it('holds its port from the beginning of the start', async () => {
    const PORT = String(await unusedPort());
    const product = start({ DATA_DIR: await newDirectory(), PORT });
    await expect.poll(() => isTaken(Number(PORT))).toBe(true);
    const second = start({ DATA_DIR: await newDirectory(), PORT });
    expect(await second.ended).toBe(1);
    expect(await product.ready).toBe(`http://127.0.0.1:${PORT}`);
  });

  it('ends with one line if its output cannot be written', async () => {
    const full = await open('/dev/full', 'w');
    const product = startProductProcess(
      { DATA_DIR: await newDirectory(), SAMPLE_DATA: 'off' },
      { output: full.fd },
    );
    running.push(product);
    expect(await product.ended).toBe(1);
    expect(product.output().stderr).toMatch(/^Cannot write to standard output: ENOSPC[^\n]+\n$/);
    await full.close();
  });

  it('answers health checks and 503 while it starts', async () => {
    const PORT = String(await unusedPort());
    const address = `http://127.0.0.1:${PORT}`;
    const product = start({ PORT, DATABASE_URL: 'postgres://halyard@127.0.0.1:1/halyard', MASTER_KEY });
    await vi.waitFor(() => expect(product.output().stdout).toContain('waiting for the database'), TIMEOUT_MS);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    const call = await fetch(`${address}/api/admin/v1/auth/login`, { method: 'POST', body: '{}' });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await call.json()).toEqual({
      status: 'unavailable',
      message: 'The server is starting. Try again in a moment',
      requestId: call.headers.get('x-request-id'),
    });
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await page.text()).toContain('<p>The server is starting. Try again in a moment.</p>');
  });

  // @spec O.26
  it('reports that its metrics port is in use', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    const { port } = occupant.address() as { port: number };
    const DATA_DIR = await newDirectory();
    const product = start({ DATA_DIR, METRICS_PORT: String(port) });
    expect(await product.ended).toBe(1);
    const { stderr } = product.output();
    expect(stderr).toMatch(/^METRICS_PORT: \d+ on 127\.0\.0\.1 is in use by another process: [^\n]+\n$/);
    expect(await readdir(DATA_DIR)).toEqual([]);
    occupant.close();
  });

  // @spec O.30
  it('stops cleanly while it waits for its database', async () => {
    const product = start({
      DATABASE_URL: 'postgres://halyard@127.0.0.1:1/halyard',
      MASTER_KEY,
    });
    await vi.waitFor(() => expect(product.output().stdout).toContain('waiting for the database'), TIMEOUT_MS);
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(product.output().stderr).toBe(
      'DATABASE_URL: nothing is listening on 127.0.0.1:1. Trying again for 30 s.\n',
    );
  });

  it.each([
    [
      'a public address without a database',
      { PUBLIC_URL: 'https://admin.example.com' },
      'DATABASE_URL: required',
    ],
    ['a misspelled DATABASE_URL', { DATABASEURL: 'postgres://db/halyard' }, 'DATABASEURL: unknown variable'],
  ])('rejects %s and starts nothing', async (_what, environment, refusal) => {
    const DATA_DIR = await newDirectory();
    const product = start({ DATA_DIR, ...environment });
    expect(await product.ended).toBe(1);
    const { stdout, stderr } = product.output();
    expect([stdout, stderr]).toEqual(['', expect.stringMatching(new RegExp(`^${refusal}[^\\n]+\\n$`))]);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('reports a server without the TLS that the URL requires in one line', async () => {
    const { server } = inject('postgres');
    if ('connectionString' in server) throw new Error('this test needs the scratch server');
    const host = encodeURIComponent(server.host);
    const product = start({
      DATABASE_URL: `postgres://${server.user}@${host}/postgres?sslmode=require`,
      MASTER_KEY,
    });
    expect(await product.ended).toBe(1);
    expect(product.output().stderr).toBe(
      'DATABASE_URL: the server cannot be used: The server does not support SSL connections. Turn on TLS there, or remove sslmode from the URL.\n',
    );
  });

  it('says that the embedded database is for evaluation only', async () => {
    const DATA_DIR = await newDirectory();
    const product = start({ DATA_DIR });
    await product.ready;
    expect(product.output().stdout).toContain(
      `The embedded PostgreSQL in ${DATA_DIR} is for evaluation only.`,
    );
  });

  it('restores no database without its master key', async () => {
    const DATA_DIR = await newDirectory();
    const first = start({ DATA_DIR });
    await first.ready;
    first.child.kill('SIGTERM');
    await first.ended;
    await rm(join(DATA_DIR, 'master.key'));
    const second = start({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.output().stderr).toMatch(
      /^MASTER_KEY: [^\n]+ holds a database but no master\.key: [^\n]+\n$/,
    );
    expect(await readdir(DATA_DIR)).not.toContain('master.key');
  });

  it('starts on a newer database only if that is compatible', async () => {
    const test = await createTestDatabase();
    const known = await newestMigration();
    await test.database.query({
      text: 'INSERT INTO schema_migrations (version, name, checksum, compatible_from) VALUES ($1, $2, $3, $4)',
      values: [known + 1, 'later', '', known],
    });
    const settings = { ...databaseSettings(test), MASTER_KEY, DATA_DIR: await newDirectory() };
    const product = start(settings);
    expect((await fetch(`${await product.ready}/readyz`)).status).toBe(200);
    expect(product.output().stdout).toContain('the database is newer than this Halyard');
    product.child.kill('SIGTERM');
    await product.ended;

    await test.database.query({ text: 'UPDATE schema_migrations SET compatible_from = NULL' });
    const refused = start(settings);
    expect(await refused.ended).toBe(1);
    expect(refused.output().stderr).toMatch(
      new RegExp(
        `^The database is at migration ${known + 1} \\(later\\), but this Halyard only knows ${known}: .*\n$`,
      ),
    );
    await test.drop();
  });

  it('opens at most DATABASE_POOL_MAX connections', async () => {
    const test = await createTestDatabase();
    const METRICS_PORT = String(await unusedPort());
    const settings = { ...databaseSettings(test), MASTER_KEY, DATA_DIR: await newDirectory(), METRICS_PORT };
    const product = start({ ...settings, DATABASE_POOL_MAX: '4', RATE_LIMIT_FACTOR: '1000' });
    const address = await product.ready;
    const attempts = Array.from({ length: 20 }, () => signIn(address, 'nobody@example.com', TEST_PASSWORD));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set([401]));
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    const counts = [...metrics.matchAll(/halyard_database_connections\{state="(?:in_use|idle)"\} (\d+)/g)];
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(4);
    product.child.kill('SIGTERM');
    await product.ended;
    await test.drop();
  });

  // @spec O.26
  it('answers health checks, and serves metrics only on their own port', async () => {
    const DATA_DIR = await newDirectory();
    const METRICS_PORT = String(await unusedPort());
    const address = await start({ DATA_DIR, METRICS_PORT }).ready;
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    expect(metrics).toMatch(/halyard_http_requests_total\{method="GET",route="\/healthz",status="200"\} 1/);
  });
});
