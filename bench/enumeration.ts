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
import { sealRows } from './product/seal-rows.ts';

/** `npm run bench:enumeration`: checks whether responses or their timing reveal which emails have an account. */

const TRIES = 200;
const WARM_UP_TRIES = 20;
const DIFFERENCE_PERCENT_MAX = 5;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);

type Kind = 'known' | 'unknown';

/** Email prefixes of equal length. */
const NAMES: Readonly<Record<Kind, string>> = { known: 'member', unknown: 'nobody' };

interface Answer {
  readonly ms: number;
  /** Status, headers and body, without the date and the request id. */
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

/** Creates one account per attempt, to stay below the lockout and mail limits. */
async function createAccounts(): Promise<void> {
  await database.client.query(
    `INSERT INTO administrators (email, email_key, password_hash)
      SELECT $3 || n || '@example.com', $3 || n || '@example.com', password_hash FROM administrators, generate_series(1, $2::integer) AS n
      WHERE email = $1`,
    [ADMINISTRATOR.email, WARM_UP_TRIES + TRIES, NAMES.known],
  );
  await sealRows(database.client);
  await database.client.query('ANALYZE');
}

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
    const response = await fetch(`${api}${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    const ms = performance.now() - sentAt;
    const requestId = response.headers.get(REQUEST_ID_HEADER) ?? '';
    const stable = [...response.headers].filter(([name]) => name !== 'date');
    const content = JSON.stringify([response.status, stable, text]).replaceAll(requestId, 'id');
    return { ms, content };
  };
}

async function compare(what: string, tryWith: (email: string) => Promise<Answer>): Promise<Bar[]> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  const contents = new Set<string>();
  for (let done = -WARM_UP_TRIES; done < TRIES; done++) {
    // Alternates which kind goes first.
    const kinds: readonly Kind[] = done % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of kinds) {
      const { ms, content } = await tryWith(`${NAMES[kind]}${done + WARM_UP_TRIES + 1}@example.com`);
      contents.add(content);
      if (done >= 0) times[kind].push(ms);
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
  const percent = (100 * Math.abs(knownMs - unknownMs)) / Math.min(knownMs, unknownMs);
  printTable(`${what}, median of ${TRIES} alternating attempts each`, [
    { email: 'known', ms: round(knownMs) },
    { email: 'unknown', ms: round(unknownMs) },
  ]);
  const probability = rankTestProbability(times.known, times.unknown);
  console.log(
    `  Mann-Whitney p = ${probability.toPrecision(2)}: below 0.01 the times reveal which emails are known`,
  );
  return [
    { what: `${what}, different responses`, value: contents.size, limit: { atMost: 1 } },
    {
      what: `${what}, difference of the medians`,
      value: percent,
      limit: { atMost: DIFFERENCE_PERCENT_MAX },
      unit: ' %',
    },
  ];
}
