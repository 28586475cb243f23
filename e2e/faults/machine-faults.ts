import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../attacks/support/eventually.ts';
import { type Fault, fault, must, mustBeEmpty, Skipped } from './support/fault.ts';
import { inScene } from './support/in-scene.ts';
import { watchLoad } from './support/watched-load.ts';

/** Of Debian's package libfaketime. */
const FAKE_CLOCK = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;
/** Seconds, and whether the process is ready then: up to 20 s are only reported. */
const CLOCKS = [
  [10, true],
  [-10, true],
  [90, false],
  [-90, false],
  [600, false],
  [-3_600, false],
  [0, true],
] as const;
const NOTICED_WITHIN_MS = 15_000;
const STANDS_STILL_MS = 5_000;
const ROUNDS = 5;

const run = promisify(execFile);

export const MACHINE_FAULTS: readonly Fault[] = [
  fault('F20', 'the clock of one process jumps by up to an hour under load', async () => {
    if (!existsSync(FAKE_CLOCK)) throw new Skipped('needs libfaketime (on Debian: apt install libfaketime)');
    return await inScene({ replicas: 1 }, async (scene) => {
      const clock = path.join(scene.directory, 'clock');
      await writeFile(clock, '+0s');
      const replica = await scene.addReplica({
        LD_PRELOAD: FAKE_CLOCK,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      });
      const load = await watchLoad(scene);
      load.start();
      for (const [seconds, isReady] of CLOCKS) {
        await writeFile(clock, `${seconds < 0 ? '' : '+'}${seconds}s`);
        const isSeen = await eventually(async () => (await replica.isReady()) === isReady, NOTICED_WITHIN_MS);
        must(isSeen, `${seconds} s off: the process is ${isReady ? 'not ready' : 'ready'}`);
        await pause(3_000);
      }
      const { figures, failures } = await load.finish();
      mustBeEmpty(failures);
      const { rows } = await scene.database.query<{ readonly wrong: string }>({
        text: "SELECT count(*) AS wrong FROM audit_log WHERE created_at > now() + interval '1 second'",
      });
      must(Number(rows[0]?.wrong) === 0, `${rows[0]?.wrong} audit entries have a time to come`);
      return `${figures}; not ready while more than 20 s off`;
    });
  }),
  fault('F26', `a process stands still for ${STANDS_STILL_MS / 1_000} s, ${ROUNDS} times`, async () =>
    inScene({}, async (scene) => {
      const load = await watchLoad(scene);
      load.start();
      for (let round = 0; round < ROUNDS; round++) {
        const { child } = scene.replicas[round % 2]?.process ?? {};
        child?.kill('SIGSTOP');
        await pause(STANDS_STILL_MS);
        child?.kill('SIGCONT');
        await pause(2_000);
      }
      const { figures, failures } = await load.finish();
      mustBeEmpty(failures);
      return figures;
    }),
  ),
  fault('F26', `a process gets no more memory, ${ROUNDS} times`, async () =>
    inScene({}, async (scene) => {
      const load = await watchLoad(scene);
      load.start();
      const ended = new Map<number | string, number>();
      for (let round = 0; round < ROUNDS; round++) {
        const replica = scene.replicas[round % 2];
        const process = replica?.process;
        replica?.expectExit();
        await run('prlimit', ['--as=1', `--pid=${process?.child.pid}`]).catch((error: unknown) => {
          throw new Skipped('needs prlimit', { cause: error });
        });
        const status = (await process?.ended) ?? '';
        ended.set(status, (ended.get(status) ?? 0) + 1);
        await replica?.untilReady();
        await pause(1_000);
      }
      const { figures, failures } = await load.finish();
      mustBeEmpty(failures);
      const exits = [...ended].map(([status, count]) => `${count} × ${status}`).join(', ');
      return `${figures}; ended with ${exits}, and started again`;
    }),
  ),
];
