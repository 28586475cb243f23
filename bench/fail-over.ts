import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_API, PLATFORM_API } from '@halyard/contract/constants';
import { Client } from 'pg';
import { startCluster } from '../scripts/start-cluster.mjs';
import { describeMachine } from './measure/machine.ts';
import { printBars, printTable } from './measure/report.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { runAdmin } from './product/run-admin.ts';
import { createServiceKey } from './product/service-key.ts';

/**
 * `npm run bench:fail-over [-- ROUNDS]`: kills the primary of a cluster under load, with its Patroni, again and again.
 * Every acknowledged write must be in the database afterwards. It also restarts both processes in turn, and ends with a
 * verification of the audit log. Needs the packages that `npm run cluster` names.
 */

const ROUNDS = Number(process.argv[2] ?? 20);
const WRITERS = 4;
const PAUSE_MS = 20;
const PATIENCE_MS = 120_000;

const directory = mkdtempSync(path.join(tmpdir(), 'halyard-fail-over-'));
const cluster = await startCluster({
  directory,
  node: process.execPath,
  env: process.env,
  settings: { ...ADMINISTRATOR_ENVIRONMENT, LOG_LEVEL: 'error' },
});

interface Refusals {
  /** With our own 503 and `Retry-After`. */
  own: number;
  /** Of the proxy, or with another status. */
  foreign: Map<string, number>;
}

/** Ids of users. */
const acknowledged = new Set<string>();
const refusals: Refusals = { own: 0, foreign: new Map() };
let lastWriteAt = performance.now();
let signedOut = 0;
let isRunning = true;

async function attempt(
  request: () => Promise<Response>,
  onSuccess: (response: Response) => void,
): Promise<void> {
  try {
    const response = await request();
    const body: { status?: unknown } = await response.json();
    if (response.ok) return onSuccess(response);
    if (response.status === 401) signedOut++;
    if (response.status === 503 && body.status === 'unavailable' && response.headers.has('retry-after')) {
      refusals.own++;
      return;
    }
    countForeign(`${response.status}`);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    countForeign(cause instanceof Error ? cause.message : String(cause));
  }
}

function countForeign(what: string): void {
  refusals.foreign.set(what, (refusals.foreign.get(what) ?? 0) + 1);
}

async function repeatedly(work: () => Promise<void>): Promise<void> {
  while (isRunning) {
    await work();
    await sleep(PAUSE_MS);
  }
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what}: not after ${PATIENCE_MS / 1_000} s`);
    await sleep(50);
  }
}

try {
  const token = createServiceKey(cluster.ownerUrl, cluster.dataDir);
  const { cookie } = await enrolAdministrator(cluster.address);

  const feedUser = async (): Promise<void> => {
    const uuid = randomUUID();
    const user = { uuid, email: `${uuid}@example.com`, name: 'Ada', createdAt: new Date().toISOString() };
    await attempt(
      async () =>
        await fetch(`${cluster.address}${PLATFORM_API}/users`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ users: [user] }),
        }),
      () => {
        acknowledged.add(uuid);
        lastWriteAt = performance.now();
      },
    );
  };
  const read = async (): Promise<void> =>
    await attempt(
      async () => await fetch(`${cluster.address}${ADMIN_API}/auth/me`, { headers: { cookie } }),
      () => undefined,
    );

  const load = [...Array.from({ length: WRITERS }, async () => await repeatedly(feedUser)), repeatedly(read)];

  const refusedBefore = () =>
    [...refusals.foreign.values()].reduce((sum, count) => sum + count, refusals.own);
  await sleep(3_000);
  const beforeRestarts = refusedBefore();
  for (const process of [1, 2]) await cluster.restartHalyard(process);
  const failedInRestarts = refusedBefore() - beforeRestarts;
  console.log(`both processes restarted in turn: ${failedInRestarts} requests failed`);

  const gaps: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await until('a synchronous standby', async () => (await cluster.synchronousStandby()) !== undefined);
    await sleep(2_000 + Math.random() * 2_000);
    const primary = (await cluster.primary()) ?? '';
    const killedAt = performance.now();
    cluster.kill(primary);
    await until('a write', () => lastWriteAt > killedAt + 500);
    gaps.push((lastWriteAt - killedAt) / 1_000);
    console.log(`${round}: ${primary} killed, writes again after ${gaps.at(-1)?.toFixed(1)} s`);
    cluster.startMember(primary);
  }
  await sleep(3_000);
  isRunning = false;
  await Promise.all(load);

  const client = new Client({ connectionString: cluster.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ stored: number }>(
    'SELECT count(*)::integer AS stored FROM users WHERE id = ANY ($1::uuid[])',
    [[...acknowledged]],
  );
  const lost = acknowledged.size - (rows[0]?.stored ?? 0);
  await client.end();
  const verdict = runAdmin(['audit', 'verify'], { databaseUrl: cluster.ownerUrl, dataDir: cluster.dataDir });

  console.log(describeMachine());
  printTable('Requests', [
    { what: 'acknowledged writes', count: acknowledged.size },
    { what: 'refused with our own 503', count: refusals.own },
    ...[...refusals.foreign].map(([reason, count]) => ({ what: `failed: ${reason}`, count })),
  ]);
  console.log(verdict.trim());
  printBars([
    { what: 'acknowledged writes lost', value: lost, limit: { atMost: 0 } },
    { what: 'longest time without writes', value: Math.max(...gaps), limit: { atMost: 30 }, unit: ' s' },
    { what: 'administrators signed out', value: signedOut, limit: { atMost: 0 } },
    { what: 'requests failed in a rolling restart', value: failedInRestarts, limit: { atMost: 0 } },
  ]);
} finally {
  isRunning = false;
  await cluster.stop();
  rmSync(directory, { recursive: true, force: true });
}
