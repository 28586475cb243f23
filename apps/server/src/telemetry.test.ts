import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_API } from '@halyard/contract/constants';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AnvilNode, startAnvil } from '../test/anvil-node.ts';
import { databaseSettings } from '../test/database-url.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../test/otlp-receiver.ts';
import { plantWallet } from '../test/planted-wallet.ts';
import { type SmtpSink, startSmtpSink } from '../test/smtp-sink.ts';
import { type ProductProcess, startProductProcess } from '../test/started-product.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { fixedMasterKeys } from './infra/crypto/master-keys.ts';

const TIMEOUT_MS = 120_000;
const MASTER_KEY = Buffer.alloc(32, 1);
const EMAIL = 'telemetry.person@example.com';
const PASSWORD = 'a long enough secret';
const CALLER_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let test: TestDatabase;
let mails: SmtpSink;
let node: AnvilNode;
let receiver: OtlpReceiver;
let directory: string;
const running: ProductProcess[] = [];

beforeAll(async () => {
  [test, mails, node, receiver, directory] = await Promise.all([
    createTestDatabase(),
    startSmtpSink(),
    startAnvil({ chainId: 1 }),
    startOtlpReceiver(),
    mkdtemp(join(tmpdir(), 'halyard-telemetry-')),
  ]);
}, TIMEOUT_MS);

afterEach(async () => {
  for (const product of running.splice(0)) await stop(product);
});

afterAll(async () => {
  await Promise.all([test.drop(), mails.stop(), node.stop(), receiver.stop()]);
  await rm(directory, { recursive: true });
});

function start(environment: Record<string, string>): ProductProcess {
  const product = startProductProcess({
    ...databaseSettings(test),
    MASTER_KEY: MASTER_KEY.toString('base64'),
    DATA_DIR: directory,
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    ...environment,
  });
  running.push(product);
  return product;
}

async function stop(product: ProductProcess): Promise<number | string> {
  product.child.kill('SIGTERM');
  return await product.ended;
}

/** Signs in, asks for a user, a page that does not exist and a reset link. Returns what no export may hold. */
async function useProduct(address: string): Promise<readonly string[]> {
  const csrf = await fetch(`${address}${ADMIN_API}/auth/csrf-cookie`);
  const headers = {
    'content-type': 'application/json',
    cookie: csrf.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'x-csrf-token': csrf.headers.get('x-csrf-token') ?? '',
    'x-request-id': 'request-of-a-person',
    traceparent: `00-${CALLER_TRACE}-00f067aa0ba902b7-01`,
    tracestate: 'person=of-the-caller',
  };
  const post = async (path: string, body: object) =>
    await fetch(`${address}${ADMIN_API}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const signedIn = await post('/auth/login', { email: EMAIL, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const userId = randomUUID();
  await fetch(`${address}${ADMIN_API}/users/${userId}?q=query-of-a-person`, {
    headers: { ...headers, cookie },
  });
  await fetch(`${address}/no/such/page-of-a-person`, { headers });
  expect((await post('/auth/password/reset/initiate', { email: EMAIL })).status).toBe(202);
  const token = cookie.split('=')[1] ?? '';
  expect(token.length).toBeGreaterThan(20);
  return [EMAIL, PASSWORD, token, userId, 'of-a-person', 'of-the-caller', '127.0.0.1'];
}

function find(name: string | RegExp): ReceivedSpan {
  const span = receiver.spans.find((each) =>
    typeof name === 'string' ? each.name === name : name.test(each.name),
  );
  if (span === undefined)
    throw new Error(`no span ${name} in ${receiver.spans.map((each) => each.name).join(', ')}`);
  return span;
}

/** Names of the direct children, without repeated ones. */
function childrenOf({ spanId, traceId }: ReceivedSpan): readonly string[] {
  const children = receiver.spans.filter((span) => span.parentId === spanId && span.traceId === traceId);
  return [...new Set(children.map(({ name }) => name))];
}

describe('with a collector', { timeout: TIMEOUT_MS }, () => {
  let unexported: readonly string[];

  beforeAll(async () => {
    const wallet = await plantWallet({ database: test.database, masterKeys: fixedMasterKeys(MASTER_KEY) });
    const product = start({
      RPC_ETH_URL: node.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'back-office',
    });
    const address = await product.ready;
    unexported = [...(await useProduct(address)), wallet.address, wallet.uuid];
    await vi.waitFor(async () => {
      expect(mails.received).not.toEqual([]);
      const tried = { text: 'SELECT FROM wallet_snapshots' };
      expect((await test.database.query(tried)).rowCount).toBe(1);
    }, 20_000);
    mails.conduct = () => ({ at: 'RCPT', code: 550 });
    unexported = [...unexported, ...(await useProduct(address))];
    await vi.waitFor(async () => {
      const refused = { text: "SELECT FROM outbox WHERE state = 'dead'" };
      expect((await test.database.query(refused)).rowCount).toBeGreaterThan(0);
    }, 20_000);
    expect(await stop(product)).toBe(0);
    expect(product.output().stderr).toBe('');
  }, TIMEOUT_MS);

  it('exports a span for each request by its route, with its statements below it', () => {
    const login = find(`POST ${ADMIN_API}/auth/login`);
    expect(login.parentId).toBe('');
    expect(login.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': `${ADMIN_API}/auth/login`,
      'http.response.status_code': 200,
    });
    expect(childrenOf(login)).toEqual(
      expect.arrayContaining(['START', 'COMMIT', 'SELECT administrators', 'INSERT sessions']),
    );
    expect(childrenOf(find(`GET ${ADMIN_API}/users/:id`))).not.toEqual([]);
    expect(find('GET /*').attributes).toMatchObject({ 'http.response.status_code': 404 });
  });

  it('exports a span for each delivery of the outbox, with its statements below it', () => {
    const mail = find(/^outbox mail\./);
    expect(mail.parentId).toBe('');
    expect(mail.failed).toBe(false);
    expect(childrenOf(mail)).toEqual(expect.arrayContaining(['UPDATE outbox']));
    const refused = receiver.spans.filter(({ name, failed }) => name.startsWith('outbox mail.') && failed);
    expect(refused[0]?.attributes).toEqual({ 'error.type': 'PermanentFailure' });
  });

  it('exports a span for each round of a network, with the calls of its node and its statements below it', () => {
    const round = receiver.spans.find((span) => childrenOf(span).includes('ask the Ethereum node'));
    expect(round).toMatchObject({ name: 'balances ETH', parentId: '' });
  });

  it('exports no statement outside a request, delivery or round', () => {
    const roots = receiver.spans.filter(({ parentId }) => parentId === '');
    for (const { name } of roots) expect(name).toMatch(/^((GET|POST) |outbox |balances )/);
  });

  it('links to the trace of the caller, and starts its own', () => {
    const login = find(`POST ${ADMIN_API}/auth/login`);
    expect(login.links).toEqual([CALLER_TRACE]);
    expect(receiver.spans.map(({ traceId }) => traceId)).not.toContain(CALLER_TRACE);
  });

  it('exports the figures of /metrics under the same names', () => {
    expect([...receiver.metrics]).toEqual(
      expect.arrayContaining([
        'halyard_http_requests_total',
        'halyard_http_request_seconds',
        'halyard_outbox_entries',
        'halyard_build_info',
        'process_resident_memory_bytes',
      ]),
    );
  });

  it('names the service and sends the headers as set', () => {
    expect(receiver.resources[0]).toMatchObject({
      'service.name': 'back-office',
      'service.version': expect.any(String),
      'service.instance.id': expect.any(String),
    });
    for (const headers of receiver.headers) expect(headers.authorization).toBe('Bearer of-the-collector');
  });

  it('exports nothing of a person, request or row', () => {
    const bytes = receiver.bytes().toString('latin1').toLowerCase();
    expect(bytes).toContain('http.route');
    for (const text of unexported) expect(bytes.includes(text.toLowerCase()), text).toBe(false);
    expect(bytes).not.toMatch(/@example|\b\d{1,3}(\.\d{1,3}){3}\b|0x[\da-f]{8}/);
  });
});

describe('with a collector that does not answer', { timeout: TIMEOUT_MS }, () => {
  it.each(['refuses connections', 'accepts connections and stays silent'])(
    'serves, logs one line for each signal and stops in time if it %s',
    async (conduct) => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const isDead = conduct === 'refuses connections';
      if (isDead) silent.close();
      const product = start({
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
        OTEL_METRIC_EXPORT_INTERVAL: '1000',
        RATE_LIMIT_FACTOR: '100',
      });
      const address = await product.ready;
      const warnings = () => product.output().stdout.match(/(metrics|traces) are dropped/g) ?? [];
      await expect.poll(warnings, { timeout: 20_000 }).toContain('metrics are dropped');
      for (let call = 0; call < 300; call += 1) {
        expect((await fetch(`${address}${ADMIN_API}/auth/csrf-cookie`)).ok).toBe(true);
      }
      expect(await stop(product)).toBe(0);
      expect(warnings()).toEqual([...new Set(warnings())]);
      expect(product.output().stderr).toBe('');
      if (!isDead) silent.close();
    },
  );
});

describe('without a collector', { timeout: TIMEOUT_MS }, () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['loads no package of OpenTelemetry beyond its interface', {}, false],
    [
      'loads none if it is disabled',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' },
      false,
    ],
    ['loads them with an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
  ])('%s', async (_, environment, loads) => {
    const product = start({ ...environment, NODE_DEBUG: 'esm' });
    await product.ready;
    expect(await stop(product)).toBe(0);
    expect(product.output().stderr).toContain('@opentelemetry/api');
    expect(product.output().stderr.includes('@opentelemetry/sdk-trace')).toBe(loads);
  });
});
