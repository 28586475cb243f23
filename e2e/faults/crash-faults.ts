import { setTimeout as pause } from 'node:timers/promises';
import { checkActs, lastAuditEntry } from './support/check.ts';
import { type Fault, fault, must, mustBeEmpty } from './support/fault.ts';
import { failuresOf, prepareKillRounds, type Target } from './support/kill-rounds.ts';
import { Ledger } from './support/ledger.ts';
import { newSights, startLoad, Writer } from './support/load.ts';
import { faultOfLog } from './support/operator-commands.ts';
import { openScene } from './support/scene.ts';

const ROUNDS = 20;
const CONTROL_WRITERS = 8;
const CONTROL_ROUNDS = 5;
const CONTROL_ACTS = 500;

export const CRASH_FAULTS: readonly Fault[] = [
  fault('F01', `kill -9 of a process under load, ${ROUNDS} times`, async () => await killRounds('product')),
  fault(
    'F02',
    `kill -9 of the database under load, ${ROUNDS} times`,
    async () => await killRounds('database'),
  ),
  fault('control', 'without synchronous_commit, the ledger shows lost writes', async () => {
    for (let round = 1; round <= CONTROL_ROUNDS; round++) {
      const { acknowledged, lost } = await killUnsafeDatabase();
      if (lost > 0) return `${lost} of ${acknowledged} acknowledged writes lost, in round ${round}`;
    }
    must(false, `no loss was seen in ${CONTROL_ROUNDS} rounds`);
    return '';
  }),
];

async function killRounds(target: Target): Promise<string> {
  const scene = await openScene();
  try {
    const kills = await prepareKillRounds(scene, { writers: 8, databaseDownMs: 3_000 });
    for (let round = 0; round < ROUNDS; round++) await kills.round(target);
    const { totals } = kills;
    kills.close();
    const fault = await faultOfLog(scene);
    mustBeEmpty([...failuresOf(totals), ...(fault === undefined ? [] : [fault])]);
    const ready = target === 'product' ? totals.productReadyMs : totals.databaseReadyMs;
    const { acknowledged, unknown } = totals.outcomes;
    return `${acknowledged} acknowledged, 0 lost; ${unknown} unknown, 0 half-done; ready again within ${seconds(Math.max(...ready))}`;
  } finally {
    await scene.stop();
  }
}

/** Kills a database that acknowledges commits before they are on disk. */
async function killUnsafeDatabase(): Promise<{ readonly acknowledged: number; readonly lost: number }> {
  const scene = await openScene({
    replicas: 1,
    postgresSettings: { synchronous_commit: 'off', wal_writer_delay: '2s' },
  });
  try {
    const ledger = new Ledger(`${scene.directory}/ledger.jsonl`);
    const writers: Writer[] = [];
    while (writers.length < CONTROL_WRITERS) {
      writers.push(await Writer.create({ scene, ledger, sights: newSights() }));
    }
    const after = await lastAuditEntry(scene.database);
    const load = startLoad(writers, { pauseMs: 0 });
    while (ledger.acts().length < CONTROL_ACTS) await pause(50);
    await scene.postgres.kill();
    await load.stop();
    await scene.postgres.start();
    const acts = ledger.acts();
    const { lost } = await checkActs(scene.database, acts, { after, settledWithinMs: 3_000 });
    ledger.close();
    return {
      acknowledged: acts.filter(({ outcome }) => outcome === 'acknowledged').length,
      lost: lost.length,
    };
  } finally {
    await scene.stop();
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
