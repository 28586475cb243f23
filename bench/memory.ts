import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { changeUser } from './commit-load.ts';
import { describeMachine } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { printBars, printTable, round } from './measure/report.ts';
import { residentMb } from './measure/resident-memory.ts';
import {
  ADMINISTRATOR_ENVIRONMENT,
  type EnrolledAdministrator,
  enrolAdministrator,
} from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';

/**
 * `npm run bench:memory [-- MINUTES FILE]`: resident memory of the server package (`npm run package`) at rest and under mixed load, with the settings of
 * `npm start` and of the image. The floor is Node.js with an empty program.
 */

const MINUTES = Number(process.argv[2] ?? 60);
const REST_SECONDS = 120;
const SAMPLE_SECONDS = 5;
const READERS = 4;
const PAUSE_MS = 20;
const STEP_UP_AGAIN_MS = 5 * 60_000;
const ROWS = { users: 20_000, merchants: 6_000, invitations: 3_000, auditEntries: 50_000 };
const PRODUCT = pathToFileURL(process.argv[3] ?? 'dist/halyard-0.1.0/server.js');
const EMPTY = new URL('floors/empty-server.ts', import.meta.url);
const SETTINGS = { NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512', MALLOC_ARENA_MAX: '2' };

const READS = [
  '/analytics/overview',
  '/users',
  '/users?search=anna&limit=100',
  '/merchants?offset=400',
  '/invitations',
  '/orders',
  '/transactions',
  '/audit-logs?limit=100',
  '/audit-logs?action=user',
  '/wallets/inbound',
  '/system',
];

async function read(address: string, path: string, cookie: string): Promise<void> {
  const response = await fetch(`${address}${ADMIN_API}${path}`, { headers: { cookie } });
  requireStatus(response, 200);
  await response.arrayBuffer();
}

async function post(address: string, path: string, session: EnrolledAdministrator, body: object) {
  return await fetch(`${address}${ADMIN_API}${path}`, {
    method: 'POST',
    headers: {
      cookie: session.cookie,
      [CSRF_HEADER]: session.csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

async function exportUsers(address: string, session: EnrolledAdministrator): Promise<void> {
  const response = await post(address, '/exports', session, { of: 'users' });
  requireStatus(response, 200);
  const created: { address: string } = await response.json();
  const file = await fetch(`${address}${created.address}`, { headers: { cookie: session.cookie } });
  requireStatus(file, 200);
  await file.arrayBuffer();
}

/** With another email each time, because a locked account would cost no hash. */
async function signInWrongly(address: string, session: EnrolledAdministrator, turn: number): Promise<void> {
  const body = { email: `nobody-${turn}@example.com`, password: 'Wrong-Horse-7-Battery' };
  requireStatus(await post(address, '/auth/login', session, body), 401);
}

/** A refused call would cost less memory than the one that is measured. */
function requireStatus({ url, status }: Response, expected: number): void {
  if (status !== expected) throw new Error(`${url} returned ${status} in place of ${expected}`);
}

/** Repeats `work` until `isOver`, with a pause after each. Returns how often. */
async function repeatUntil(
  isOver: () => boolean,
  pauseMs: number,
  work: (turn: number) => Promise<void>,
): Promise<number> {
  let turn = 0;
  for (; !isOver(); turn++) {
    await work(turn);
    await sleep(pauseMs);
  }
  return turn;
}

console.log(describeMachine());
const empty = await startServer(EMPTY, { environment: SETTINGS });
const floorMb = await residentMb(empty.pid);
await empty.stop();
const database = await startBenchDatabase(ROWS);
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT, ...SETTINGS };
const product = await startServer(PRODUCT, { name: 'memory', environment });
try {
  const { address, pid } = product;
  const session = await enrolAdministrator(address);
  const { rows } = await database.client.query<{ id: string }>(
    'SELECT id FROM users WHERE deleted_at IS NULL LIMIT 500',
  );
  await sleep(REST_SECONDS * 1_000);
  const restMb = await residentMb(pid);
  const endsAt = performance.now() + MINUTES * 60_000;
  const isOver = () => performance.now() > endsAt;
  const samples: number[] = [];
  let stepUpAt = performance.now();
  const [calls = 0] = await Promise.all([
    Promise.all(
      Array.from({ length: READERS }, (_, reader) =>
        repeatUntil(
          isOver,
          PAUSE_MS,
          async (turn) => await read(address, READS[(turn + reader) % READS.length] ?? '', session.cookie),
        ),
      ),
    ).then((counts) => counts.reduce((sum, count) => sum + count, 0)),
    repeatUntil(isOver, 100, async (turn) => {
      const isStepUpOld = performance.now() - stepUpAt > STEP_UP_AGAIN_MS;
      if (isStepUpOld) stepUpAt = performance.now();
      const code = isStepUpOld ? session.code() : undefined;
      await changeUser(address, rows[turn % rows.length]?.id, session, code);
    }),
    repeatUntil(isOver, 30_000, async () => await exportUsers(address, session)),
    // A hash of a password takes 64 MiB for a moment.
    repeatUntil(isOver, 60_000, async (turn) => await signInWrongly(address, session, turn)),
    repeatUntil(isOver, SAMPLE_SECONDS * 1_000, async () => void samples.push(await residentMb(pid))),
  ]);
  const quarter = Math.ceil(samples.length / 4);
  const early = median(samples.slice(quarter, 2 * quarter));
  const late = median(samples.slice(-quarter));
  printTable(`Resident memory; ${round(calls)} reads in ${MINUTES} minutes`, [
    { state: 'floor: empty program', MB: round(floorMb) },
    { state: `${REST_SECONDS} s after the start`, MB: round(restMb) },
    { state: 'under load, median of the second quarter', MB: round(early) },
    { state: 'under load, median of the last quarter', MB: round(late) },
    { state: 'under load, highest', MB: round(Math.max(...samples)) },
  ]);
  printBars([
    { what: 'at rest', value: restMb, limit: { atMost: 150 }, unit: ' MB' },
    { what: 'under load, median of the last quarter', value: late, limit: { atMost: 220 }, unit: ' MB' },
    { what: 'last quarter, as a multiple of the second', value: late / early, limit: { atMost: 1.05 } },
  ]);
} finally {
  await product.stop();
  await database.stop();
}
