import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databaseSettings } from '../../../test/database-url.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { startProductProcess } from '../../../test/started-product.ts';
import { createTestOutbox, type TestOutbox } from '../../../test/test-outbox.ts';
import { masterKeyRing } from '../crypto/master-keys.ts';
import { sealExistingRows } from '../sealed-rows/seal-existing-rows.ts';

const DRIVER = fileURLToPath(new URL('../../../test/drivers/outbox-driver.ts', import.meta.url));
const MOMENTS = ['at any time', 'at RCPT TO', 'before the response', 'after the response'] as const;
const ROUNDS = 52;
const PRODUCT_ROUNDS = 20;
const TIMEOUT_MS = 180_000;
const POLL = { timeout: 30_000, interval: 20 };

let test: TestOutbox;
let sink: SmtpSink;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  test = await createTestOutbox();
  sink = await startSmtpSink();
});
afterEach(async () => {
  for (const child of running) await kill(child);
});
afterAll(async () => {
  await sink.stop();
  await test.close();
});

async function startWorker(): Promise<ChildProcess> {
  const { connection, masterKey } = test;
  const url = `smtp://127.0.0.1:${sink.port}`;
  const child = spawn(
    process.execPath,
    [DRIVER, JSON.stringify(connection), masterKey.toString('base64'), url],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  running.add(child);
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Returns when to kill in a round. Earlier rounds leave mails, so a round can send more than one. */
function momentOf(round: number, enqueued: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const moment = MOMENTS[round % MOMENTS.length];
  sink.conduct = (_recipient, stage) => {
    if (moment === 'at RCPT TO' && stage === 'RCPT') resolve();
    if (moment === 'after the response' && stage === 'DATA') void pause(Math.random() * 15).then(resolve);
    if (moment !== 'before the response' || stage === 'RCPT') return 'take';
    resolve();
    return 'take and hang';
  };
  if (moment === 'at any time') void enqueued.then(() => pause(Math.random() * 700)).then(resolve);
  return promise;
}

function resetMail(number: number) {
  return {
    kind: 'password_reset',
    to: `admin${number % 5}@example.com`,
    token: `token-${number}-`,
    expiresAt: new Date(Date.now() + 6 * 3_600_000).toISOString(),
  } as const;
}

/** Counts how often the server received the mail of an outbox entry. */
const copiesOf = (id: string) =>
  sink.received.filter(({ messageId }) => messageId.startsWith(`<${id}@`)).length;

/** Adds the mails that were finished since the last call, with their copies so far. */
async function noteFinished(copies: Map<string, number>): Promise<void> {
  for (const { id, kind, state } of await test.entries()) {
    if (kind === 'mail.password_reset' && state === 'done' && !copies.has(id)) copies.set(id, copiesOf(id));
  }
}

function expectNoneAgain(copies: ReadonlyMap<string, number>): void {
  expect(copies.size).toBeGreaterThan(0);
  for (const [id, count] of copies) expect(copiesOf(id), 'copies of a finished mail').toBe(count);
}

const finished = async () => (await test.entries()).every(({ state }) => state === 'done');

describe('kill -9 of the outbox worker', { timeout: TIMEOUT_MS }, () => {
  it(`loses no mail and repeats only unanswered ones, in ${ROUNDS} rounds`, async () => {
    const finishedCopies = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const worker = await startWorker();
      const enqueued = Promise.withResolvers<void>();
      const moment = momentOf(round, enqueued.promise);
      const payload = resetMail(round);
      await test.enqueue({ kind: 'request', queue: `request:${payload.to}`, payload });
      enqueued.resolve();
      await moment;
      await kill(worker);
      sink.conduct = () => 'take';
      await noteFinished(finishedCopies);
      // Leases have expired by now.
      await test.pass(61);
    }
    const last = await startWorker();
    await expect.poll(finished, POLL).toBe(true);
    await kill(last);

    const mails = (await test.entries()).filter(({ kind }) => kind === 'mail.password_reset');
    expect(mails).toHaveLength(ROUNDS);
    const idsByToken = new Map<string, string[]>();
    for (const { text, messageId } of sink.received) {
      const token = /token=(token-\d+-)/.exec(text)?.[1] ?? '';
      idsByToken.set(token, [...(idsByToken.get(token) ?? []), messageId]);
    }
    expect(idsByToken.size).toBe(ROUNDS);
    for (const ids of idsByToken.values()) expect(new Set(ids).size).toBe(1);
    expectNoneAgain(finishedCopies);
    // Every kill before the response leads to a duplicate.
    expect(sink.received.length - ROUNDS).toBeGreaterThanOrEqual(ROUNDS / MOMENTS.length);
  });

  it(`loses no mail if the whole product is killed, in ${PRODUCT_ROUNDS} rounds`, async () => {
    await test.clear();
    const environment = {
      ...databaseSettings(test),
      MASTER_KEY: test.masterKey.toString('base64'),
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      ADMIN_PASSWORD: 'Correct-Horse-7-Battery',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    };
    const before = sink.received.length;
    const finishedCopies = new Map<string, number>();
    for (let round = 0; round < PRODUCT_ROUNDS; round++) {
      const product = startProductProcess(environment);
      running.add(product.child);
      const address = await product.ready;
      const email = `round${round}@example.com`;
      await createAdministrator(email);
      const answered = Promise.withResolvers<void>();
      const moment = momentOf(round, answered.promise);
      await requestLink(address, email, `192.0.2.${round}`);
      answered.resolve();
      await moment;
      await kill(product.child);
      sink.conduct = () => 'take';
      await noteFinished(finishedCopies);
      await test.pass(61);
    }
    const product = startProductProcess(environment);
    running.add(product.child);
    await product.ready;
    await expect.poll(finished, POLL).toBe(true);
    const received = sink.received.slice(before);
    const links = received.map(({ text }) => /token=[\w-]+/.exec(text)?.[0]);
    // Each acknowledged request led to one mail; duplicates are the same message.
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(PRODUCT_ROUNDS);
    expect(new Set(links).size).toBe(PRODUCT_ROUNDS);
    expectNoneAgain(finishedCopies);
    product.child.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    running.delete(product.child);
  });
});

async function createAdministrator(email: string): Promise<void> {
  const text = 'INSERT INTO administrators (email, email_key, password_hash) VALUES ($1, $1, $2)';
  await test.database.query({ text, values: [email, 'nobody signs in'] });
  await sealExistingRows(test.database, masterKeyRing(test.masterKey));
}

async function requestLink(address: string, email: string, from: string): Promise<void> {
  const csrf = await fetch(`${address}${ADMIN_API}/auth/csrf-cookie`, {
    headers: { 'x-forwarded-for': from },
  });
  const headers = {
    cookie: csrf.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
    [CSRF_HEADER]: csrf.headers.get(CSRF_HEADER) ?? '',
    'content-type': 'application/json',
    'x-forwarded-for': from,
  };
  const url = `${address}${ADMIN_API}/auth/password/reset/initiate`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ email }) });
  expect(answer.status).toBe(202);
}
