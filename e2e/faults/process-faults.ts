import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, inShort, type Sending } from '../attacks/support/caller.ts';
import { eventually } from '../attacks/support/eventually.ts';
import { newUser } from '../attacks/support/new-user.ts';
import { startBalancer } from './support/balancer.ts';
import { type Fault, fault, must, mustBeEmpty } from './support/fault.ts';
import { behindProxy, inScene } from './support/in-scene.ts';
import type { Scene } from './support/scene.ts';
import { watchLoad } from './support/watched-load.ts';

const ROLLING_RESTARTS = 10;
const DRAIN_SECONDS = 2;
const AT_ONCE = 20;
const SIGN_INS = 200;
const COMMITTED_WITHIN_MS = 3_000;
const MEMORY_MAX_MB = 1_024;
const RECOVERED_WITHIN_MS = 5_000;

export const PROCESS_FAULTS: readonly Fault[] = [
  fault('F03', 'kill -9 between the commit and the answer, for each kind of change', async () =>
    behindProxy(
      async (scene, proxy) => {
        const { caller } = await scene.newEnrolled();
        const figures: string[] = [];
        for (const { what, request, repeated } of await changes(scene, caller)) {
          const id = randomUUID();
          proxy.conduct = 'lose answers to commits';
          const answered = send(caller, request, id).catch(() => 'no answer');
          await untilCommitted(scene, id);
          scene.replicas[0]?.kill();
          proxy.conduct = 'pass';
          must((await answered) === 'no answer', `${what}: ${await answered}`);
          await pause(50);
          await scene.replicas[0]?.untilReady();
          const again = await send(caller, request, randomUUID());
          must(again === repeated, `${what} again: ${again}`);
          await untilCommitted(scene, id);
          const entries = await countEntries(scene, id);
          must(entries === 1, `${what}: ${entries} audit entries`);
          figures.push(`${what} again: ${again}`);
        }
        return figures.join('; ');
      },
      { replicas: 1 },
    ),
  ),
  fault('F22', `both processes restart in turn under load, ${ROLLING_RESTARTS} times`, async () =>
    inScene({ settings: { DRAIN_SECONDS: String(DRAIN_SECONDS) } }, async (scene) => {
      const balancer = startBalancer(scene.replicas);
      try {
        const load = await watchLoad(scene, { choose: balancer.choose });
        load.start();
        for (let round = 0; round < ROLLING_RESTARTS; round++) {
          for (const replica of scene.replicas) {
            const status = await replica.restart();
            must(status === 0, `a process ended with ${status}`);
            await replica.untilReady();
            // The balancer must see it before the other one stops.
            await pause(1_000);
          }
        }
        const { figures, failures } = await load.finish();
        const answers = load.sights.answers;
        const failed = [...answers].filter(([words]) => !/^(2|409)/.test(words));
        mustBeEmpty([
          ...failures,
          ...failed.map(([words, count]) => `${count} requests ended with: ${words}`),
        ]);
        return `${figures}; 0 requests failed, no one signed out`;
      } finally {
        await balancer.stop();
      }
    }),
  ),
  fault('F24', `every change ${AT_ONCE} times at once, on two processes`, async () =>
    inScene({}, async (scene) => {
      const { caller } = await scene.newEnrolled();
      const figures: string[] = [];
      for (const { what, request } of await changes(scene, caller)) {
        const ids = Array.from({ length: AT_ONCE }, () => randomUUID());
        const answers = await Promise.all(
          ids.map(
            async (id, index) => await send(caller, request, id, scene.replicas[index % 2]?.address ?? ''),
          ),
        );
        await eventually(async () => (await countEntries(scene, ...ids)) > 0);
        const entries = await countEntries(scene, ...ids);
        must(entries === 1, `${what}: ${entries} audit entries`);
        const bad = answers.filter((words) => !/^(2|409)/.test(words));
        must(bad.length === 0, `${what}: ${bad.join(', ')}`);
        const done = answers.filter((words) => words.startsWith('2')).length;
        figures.push(`${what}: ${done} × 2xx, ${AT_ONCE - done} × 409, one audit entry`);
      }
      return figures.join('; ');
    }),
  ),
  fault('F27', `${SIGN_INS} sign-ins at once, and other requests beside them`, async () =>
    inScene({ replicas: 1 }, async (scene) => {
      const { caller } = await scene.newEnrolled();
      const visitor = scene.newCaller();
      await visitor.get('/auth/csrf-cookie');
      const signIns = Array.from({ length: SIGN_INS }, async () => {
        const email = `stranger-${randomUUID()}@example.com`;
        return inShort(await visitor.post('/auth/login', { email, password: 'Wrong-Password-000' }));
      });
      const waits: number[] = [];
      const refused: string[] = [];
      let isOver = false;
      const others = (async () => {
        while (!isOver) {
          const from = performance.now();
          const { status } = await caller.get('/users');
          if (status !== 200) refused.push(`a list answered ${status}`);
          waits.push(performance.now() - from);
        }
      })();
      const answers = await Promise.all(signIns);
      isOver = true;
      await others;
      mustBeEmpty(refused);
      const from = performance.now();
      const after = inShort(await visitor.post('/auth/login', { email: 'a@example.com', password: 'Wrong' }));
      const recoveredMs = performance.now() - from;
      const counts = Object.entries(Object.groupBy(answers, (words) => words)).map(
        ([words, each]) => `${each?.length} × ${words}`,
      );
      const bad = answers.filter((words) => !['401 invalid_credentials', '503 unavailable'].includes(words));
      must(bad.length === 0, `sign-ins answered ${counts.join(', ')}`);
      must(after.startsWith('401') && recoveredMs < RECOVERED_WITHIN_MS, `afterwards: ${after}`);
      const memory = memoryOf(scene.replicas[0]?.process.child.pid ?? 0);
      must(memory < MEMORY_MAX_MB, `${memory} MB of memory`);
      const slowest = Math.round(
        waits.toSorted((one, other) => other - one)[Math.floor(waits.length / 100)] ?? 0,
      );
      return `${counts.join(', ')}; ${waits.length} lists beside them, 99 % within ${slowest} ms; at most ${memory} MB`;
    }),
  ),
];

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: Sending['body'];
}

interface Change {
  readonly what: string;
  readonly request: Request;
  /** The answer if it took place before. */
  readonly repeated: string;
}

/** Every kind of change of the dashboard that a second request could repeat. */
async function changes(scene: Scene, caller: Caller): Promise<readonly Change[]> {
  const email = `guest-${randomUUID()}@example.com`;
  await caller.post('/invitations', { email });
  const { body } = await caller.get('/invitations?limit=1');
  const { id } = await newUser(scene);
  const { id: blocked } = await newUser(scene, { isBlocked: true });
  const path = `/users/${id}`;
  return [
    {
      what: 'invite',
      request: { method: 'POST', path: '/invitations', body: { email: `new-${email}` } },
      repeated: '409 invitation_exists',
    },
    {
      what: 'revoke',
      request: { method: 'DELETE', path: `/invitations/${body.invitations[0].id}` },
      repeated: '409 invitation_not_pending',
    },
    {
      what: 'settings',
      request: { method: 'PUT', path: `${path}/settings`, body: { maxMerchants: 7 } },
      repeated: '204',
    },
    {
      what: 'block',
      request: { method: 'POST', path: `${path}/block`, body: { reason: 'Fraud' } },
      repeated: '409 already_blocked',
    },
    {
      what: 'unblock',
      request: { method: 'POST', path: `/users/${blocked}/unblock` },
      repeated: '409 not_blocked',
    },
  ];
}

async function send(
  caller: Caller,
  { method, path, body }: Request,
  id: string,
  on?: string,
): Promise<string> {
  return inShort(
    await caller.send(method, path, {
      headers: { 'x-request-id': id },
      ...(body !== undefined && { body }),
      ...(on !== undefined && { on }),
    }),
  );
}

async function countEntries({ database }: Scene, ...requestIds: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ entries: number }>({
    text: "SELECT count(*) AS entries FROM audit_log WHERE request_id = ANY ($1) AND status = 'success'",
    values: [requestIds],
  });
  return rows[0]?.entries ?? 0;
}

/** Entries may be linked into the log a moment after their commit, or only by a process that works. */
async function untilCommitted(scene: Scene, requestId: string): Promise<void> {
  await eventually(async () => (await countEntries(scene, requestId)) > 0, COMMITTED_WITHIN_MS);
}

/** The most memory that a process had, in megabytes. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024);
}
