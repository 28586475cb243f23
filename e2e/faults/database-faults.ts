import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { inShort } from '../attacks/support/caller.ts';
import { eventually } from '../attacks/support/eventually.ts';
import { urlOf } from '../attacks/support/every-call.ts';
import { newUser } from '../attacks/support/new-user.ts';
import { PASSWORD } from '../attacks/support/passwords.ts';
import { type Fault, fault, must, mustBeEmpty, Skipped } from './support/fault.ts';
import { behindProxy, inScene } from './support/in-scene.ts';
import { createServiceKey } from './support/operator-commands.ts';
import type { Scene } from './support/scene.ts';
import { watchLoad } from './support/watched-load.ts';

const RECOVERED_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
const DOWN_MS = 60_000;
const SILENT_MS = 30_000;
const LOCKED_MS = 8_000;
const RESTARTS = 10;
const SLOW_CLIENTS = 200;
/** With answers this late, the process still serves some of the requests. */
const STILL_SERVED_MS = 300;

export const DATABASE_FAULTS: readonly Fault[] = [
  fault('F04', `the database restarts ${RESTARTS} times, and ends sessions at random`, async () =>
    inScene({}, async (scene) => {
      const load = await watchLoad(scene);
      load.start();
      let ended = 0;
      for (let round = 0; round < RESTARTS; round++) {
        await pause(1_000);
        const { rows } = await scene.database.query({
          text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'halyard' AND pid <> pg_backend_pid() AND random() < 0.5`,
        });
        ended += rows.length;
        await pause(500);
        await scene.postgres.stop();
        await scene.postgres.start();
        await allReady(scene);
      }
      const { figures, failures } = await load.finish();
      mustBeEmpty(failures);
      return `${figures}; ${ended} sessions ended; no process exited`;
    }),
  ),
  fault('F05', `the database is down for ${DOWN_MS / 1_000} s`, async () =>
    inScene({}, async (scene) => {
      const { caller, person } = await scene.newEnrolled();
      const authorization = `Bearer ${await createServiceKey(scene)}`;
      await scene.postgres.stop();
      const begunAt = performance.now();
      const failures: string[] = [];
      const [replica] = scene.replicas;
      const statusOf = async (url: string) => (await fetch(`${replica?.address}${url}`)).status;
      const pages = { '/healthz': 200, '/readyz': 503, '/login': 200 };
      for (const [url, expected] of Object.entries(pages)) {
        const status = await statusOf(url);
        if (status !== expected) failures.push(`${url} answered ${status}`);
      }
      let slowest = 0;
      for (const endpoint of ENDPOINTS) {
        const from = performance.now();
        const answer = await caller.send(endpoint.method, urlOf(endpoint), {
          headers: { authorization },
          ...(endpoint.body !== undefined && { body: {} }),
        });
        slowest = Math.max(slowest, performance.now() - from);
        const words = inShort(answer);
        if (words !== '503 unavailable') failures.push(`${endpoint.name} answered ${words}`);
      }
      const signIn = inShort(
        await scene.newCaller().post('/auth/login', { email: person.email, password: PASSWORD }),
      );
      if (signIn !== '503 unavailable') failures.push(`a sign-in answered ${signIn}`);
      await pause(Math.max(0, DOWN_MS - (performance.now() - begunAt)));
      await scene.postgres.start();
      const readyMs = await allReady(scene);
      const me = (await caller.get('/auth/me')).status;
      if (me !== 200) failures.push(`the session answered ${me} afterwards`);
      if (slowest > ANSWER_WITHIN_MS) failures.push(`an answer took ${seconds(slowest)}`);
      mustBeEmpty(failures);
      return `${ENDPOINTS.length} endpoints answered 503, the slowest in ${seconds(slowest)}; ready again in ${seconds(readyMs)}; the session lasted`;
    }),
  ),
  fault('F08', 'the database answers after 300 ms, 2 s and 10 s more', async () =>
    behindProxy(async (scene, proxy) => {
      const { caller } = await scene.newEnrolled();
      const load = await watchLoad(scene);
      load.start();
      const figures: string[] = [];
      for (const delayMs of [300, 2_000, 10_000]) {
        proxy.conduct = { delayMs };
        const answers = await Promise.all(
          Array.from({ length: SLOW_CLIENTS }, async (_, index) => {
            const from = performance.now();
            const on = scene.replicas[index % 2]?.address ?? '';
            const answer = await caller.get('/users', { on });
            return { words: inShort(answer), ms: performance.now() - from };
          }),
        );
        const from = performance.now();
        await fetch(`${scene.replicas[0]?.address}/healthz`);
        const healthMs = performance.now() - from;
        const bad = answers.filter(
          ({ words, ms }) => words !== '200' && (words !== '503 unavailable' || ms > ANSWER_WITHIN_MS),
        );
        must(
          bad.length === 0,
          `with ${delayMs} ms: ${bad.length} bad answers, such as ${bad[0]?.words} after ${bad[0]?.ms} ms`,
        );
        const served = answers.filter(({ words }) => words === '200').length;
        must(served > 0 || delayMs > STILL_SERVED_MS, `with ${delayMs} ms: no list was served`);
        figures.push(
          `+${delayMs} ms: ${served} of ${SLOW_CLIENTS} served, slowest ${seconds(Math.max(...answers.map(({ ms }) => ms)))}, /healthz ${Math.round(healthMs)} ms`,
        );
      }
      proxy.conduct = 'pass';
      const readyMs = await allReady(scene);
      await pause(1_000);
      const { figures: acts, failures } = await load.finish();
      mustBeEmpty(failures);
      return `${figures.join('; ')}; ready again in ${seconds(readyMs)}; ${acts}`;
    }),
  ),
  fault('F09', `the network to the database is silent for ${SILENT_MS / 1_000} s`, async () =>
    behindProxy(async (scene, proxy) => {
      const load = await watchLoad(scene);
      load.start();
      await pause(5_000);
      proxy.conduct = 'black hole';
      await pause(SILENT_MS);
      // As a router that forgot the connections.
      proxy.conduct = 'pass';
      const readyMs = await allReady(scene);
      await pause(5_000);
      const { figures, failures } = await load.finish();
      mustBeEmpty(failures);
      must(readyMs < RECOVERED_WITHIN_MS, `ready again after ${seconds(readyMs)}`);
      return `${figures}; ready again in ${seconds(readyMs)}`;
    }),
  ),
  fault(
    'F10',
    'locks held by others: a user, the whole table of users, the head of the audit log',
    async () =>
      inScene({}, async (scene) => {
        const { caller } = await scene.newEnrolled();
        const { id } = await newUser(scene);
        const figures: string[] = [];
        for (const [what, statement, expected] of [
          ['row', `SELECT FROM users WHERE id = '${id}' FOR UPDATE`, '503 unavailable'],
          ['table', 'LOCK TABLE users', '503 unavailable'],
          // The entry waits, not the act.
          ['audit head', 'SELECT FROM audit_head FOR UPDATE', '204'],
        ] as const) {
          const held = holdLock(scene, statement);
          await pause(500);
          const from = performance.now();
          const blocked = inShort(await caller.post(`/users/${id}/block`, { reason: what }));
          const took = performance.now() - from;
          const others = await Promise.all(
            ['/merchants', '/invitations', '/wallets/outbound'].map(
              async (url) => (await caller.get(url)).status,
            ),
          );
          await held;
          if (expected === '204') {
            // Acts are refused from when an entry could not be linked until it is.
            const unblock = async () => (await caller.post(`/users/${id}/unblock`)).status === 204;
            must(await eventually(unblock), `${what} free again: no act is accepted`);
          }
          const again = inShort(await caller.post(`/users/${id}/block`, { reason: what }));
          await caller.post(`/users/${id}/unblock`);
          must(
            blocked === expected && took < ANSWER_WITHIN_MS,
            `${what} locked: ${blocked} after ${seconds(took)}`,
          );
          must(
            others.every((status) => status === 200),
            `${what} locked: other lists answered ${others.join(', ')}`,
          );
          must(again === '204', `${what} free again: ${again}`);
          figures.push(`${what}: ${blocked} after ${seconds(took)}`);
        }
        return `${figures.join('; ')}; other lists answered; all worked afterwards`;
      }),
  ),
  fault('F11', 'the audit log takes no entries', async () =>
    inScene({}, async (scene) => {
      const load = await watchLoad(scene);
      await scene.database.query({ text: REFUSE_ENTRIES });
      load.start();
      await pause(5_000);
      await scene.database.query({ text: ACCEPT_ENTRIES });
      const { figures, failures } = await load.finish();
      mustBeEmpty(failures);
      must(load.sights.answers.has('503 unavailable'), 'no act was refused');
      return `${figures}; nothing changed without its entry`;
    }),
  ),
  fault('F18', 'the disk of the database is full', async () => {
    const room = mountSmallDisk();
    try {
      return await inScene({ databaseRoot: room.directory }, async (scene) => {
        const load = await watchLoad(scene);
        load.start();
        await pause(2_000);
        room.fill();
        await pause(10_000);
        const health = await fetch(`${scene.replicas[0]?.address}/healthz`);
        must(health.ok, `/healthz answered ${health.status}`);
        room.free();
        // The supervisor of a database starts it again if it ended.
        if (!(await databaseAnswers(scene))) {
          await scene.postgres.kill();
          await scene.postgres.start();
        }
        const readyMs = await allReady(scene);
        await pause(2_000);
        const { figures, failures } = await load.finish();
        mustBeEmpty(failures);
        return `${figures}; ready again in ${seconds(readyMs)}`;
      });
    } finally {
      room.unmount();
    }
  }),
];

const REFUSE_ENTRIES = `
  CREATE FUNCTION refuse_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no entries' USING ERRCODE = 'check_violation'; END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relname IN ('audit_log', 'audit_inbox') AND relkind IN ('r', 'p') LOOP
      EXECUTE format('CREATE TRIGGER aaa_refuse BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse_entries()', name);
    END LOOP; END $$`;

const ACCEPT_ENTRIES = 'DROP FUNCTION refuse_entries CASCADE';

/** Holds a lock for a while, in a session of its own. */
async function holdLock({ database }: Scene, statement: string): Promise<void> {
  await database.query({
    text: `DO $$ BEGIN ${statement.replace('SELECT', 'PERFORM')}; PERFORM pg_sleep(${LOCKED_MS / 1_000 - 4}); END $$`,
  });
}

async function databaseAnswers({ database }: Scene): Promise<boolean> {
  return await database.ping().then(
    () => true,
    () => false,
  );
}

/** Returns the milliseconds until every process is ready. */
async function allReady({ replicas }: Scene): Promise<number> {
  return Math.max(...(await Promise.all(replicas.map(async (replica) => await replica.untilReady()))));
}

function mountSmallDisk() {
  const directory = `/tmp/halyard-small-disk-${process.pid}`;
  try {
    execFileSync('mkdir', ['-p', directory]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'halyard-faults', directory], {
      stdio: 'ignore',
    });
  } catch (error) {
    throw new Skipped('needs the right to mount a tmpfs', { cause: error });
  }
  const filler = path.join(directory, 'filler');
  return {
    directory,
    fill: () => {
      const file = openSync(filler, 'w');
      const block = Buffer.alloc(64 * 1_024);
      try {
        for (;;) writeSync(file, block);
      } catch {
        // Full.
      } finally {
        closeSync(file);
      }
      must(statfsSync(directory).bavail === 0, 'the small disk is not full');
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync('umount', ['--lazy', directory]),
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
