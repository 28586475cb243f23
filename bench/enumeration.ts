import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN_API, CSRF_HEADER, REQUEST_ID_HEADER } from '@halyard/contract/constants';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { rankTestProbability } from './measure/rank-test.ts';
import { type Bar, printBars, printTable, round } from './measure/report.ts';
import { ADMINISTRATOR, ADMINISTRATOR_ENVIRONMENT } from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';

/** `npm run bench:enumeration`: whether an answer, or the time it takes, tells which e-mails have an account. */

const TRIES = 200;
const WARM_UP_TRIES = 20;
const DIFFERENCE_PERCENT_MAX = 5;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);

type Kind = 'known' | 'unknown';

/** How the e-mails of each kind begin: alike but for being known. */
const NAMES: Readonly<Record<Kind, string>> = { known: 'member', unknown: 'nobody' };

interface Answer {
  readonly ms: number;
  /** Status, headers and body without what differs from request to request. */
  readonly content: string;
}

const firstCore = leaveFirstCore();
const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-bench-enumeration-'));
const database = await startBenchDatabase({ users: 1 });
await database.client.query('TRUNCATE sign_in_failures, outbox');
const product = await startServer(PRODUCT, {
  environment: { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT },
  firstCore,
});
try {
  await createAccounts();
  const send = await openBrowser();
  console.log(`${describeMachine()}${firstCore ? ', one core for the server' : ''}`);
  printBars([
    ...(await compare('sign-in', (email) => send('/auth/login', { email, password: 'Wrong-Password-000' }))),
    ...(await compare('reset', (email) => send('/auth/password/reset/initiate', { email }))),
  ]);
} finally {
  await product.stop();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** One account for every try, so that no lock-out and no limit of mails answers in place of the product. */
async function createAccounts(): Promise<void> {
  await database.client.query(
    `INSERT INTO administrators (email, password_hash)
      SELECT $3 || n || '@example.com', password_hash FROM administrators, generate_series(1, $2::integer) AS n
      WHERE email = $1`,
    [ADMINISTRATOR.email, WARM_UP_TRIES + TRIES, NAMES.known],
  );
  await database.client.query('ANALYZE');
}

/** Sends as one browser that is not signed in does, one request after the other on a connection that is kept. */
async function openBrowser(): Promise<(call: string, body: object) => Promise<Answer>> {
  const api = `${product.address}${ADMIN_API}`;
  const first = await fetch(`${api}/auth/csrf-cookie`);
  const headers = {
    'content-type': 'application/json',
    cookie: first.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    [CSRF_HEADER]: first.headers.get(CSRF_HEADER) ?? '',
  };
  return async (call, body) => {
    const sentAt = performance.now();
    const answer = await fetch(`${api}${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    const ms = performance.now() - sentAt;
    const requestId = answer.headers.get(REQUEST_ID_HEADER) ?? '';
    const lasting = [...answer.headers].filter(([name]) => name !== 'date');
    const content = JSON.stringify([answer.status, lasting, text]).replaceAll(requestId, 'id');
    return { ms, content };
  };
}

async function compare(what: string, tryWith: (email: string) => Promise<Answer>): Promise<Bar[]> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  const contents = new Set<string>();
  for (let done = -WARM_UP_TRIES; done < TRIES; done++) {
    // In turn which of the two goes first.
    const kinds: readonly Kind[] = done % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of kinds) {
      const { ms, content } = await tryWith(`${NAMES[kind]}${done + WARM_UP_TRIES + 1}@example.com`);
      contents.add(content);
      if (done >= 0) times[kind].push(ms);
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
  const percent = (100 * Math.abs(knownMs - unknownMs)) / Math.min(knownMs, unknownMs);
  printTable(`${what}, median of ${TRIES} tries each, in turn`, [
    { 'e-mail': 'known', ms: round(knownMs) },
    { 'e-mail': 'unknown', ms: round(unknownMs) },
  ]);
  const probability = rankTestProbability(times.known, times.unknown);
  console.log(`  Mann-Whitney p = ${probability.toPrecision(2)}: below 0.01 the times would tell them apart`);
  return [
    { what: `${what}, different answers`, value: contents.size, limit: { atMost: 1 } },
    {
      what: `${what}, difference of the medians`,
      value: percent,
      limit: { atMost: DIFFERENCE_PERCENT_MAX },
      unit: ' %',
    },
  ];
}
