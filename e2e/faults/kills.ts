import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkActs } from './support/check.ts';
import { failuresOf, type KillTotals, prepareKillRounds, type Target } from './support/kill-rounds.ts';
import { readLedger } from './support/ledger.ts';
import { faultOfLog } from './support/operator-commands.ts';
import { openScene } from './support/scene.ts';

const TARGETS: readonly Target[] = ['product', 'database', 'both'];
const VERIFIED_EVERY = 100;

/**
 * `npm run faults -- kills [--rounds 1000] [--summary FILE]`: kills a process of the product, the database, or both, at random
 * moments under load, and compares the ledger with the database after every round. Ctrl+C ends it early, with a
 * summary of the rounds so far. @returns whether nothing was lost or half-done
 */
export async function runKills(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '1000' },
      writers: { type: 'string', default: '6' },
      summary: { type: 'string' },
    },
  });
  const wanted = Number(values.rounds);
  const begunAt = performance.now();
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true;
    });
  const scene = await openScene();
  try {
    const kills = await prepareKillRounds(scene, { writers: Number(values.writers), databaseDownMs: 1_000 });
    const { totals } = kills;
    const faults: string[] = [];
    const report = () => {
      const summary = {
        wanted,
        ...inFigures(totals),
        minutes: Math.round((performance.now() - begunAt) / 6_000) / 10,
        failures: [...failuresOf(totals), ...faults],
        database: scene.postgres.version,
      };
      if (values.summary !== undefined)
        writeFileSync(values.summary, `${JSON.stringify(summary, null, 2)}\n`);
      return summary;
    };
    const verify = async () => {
      const fault = await faultOfLog(scene);
      if (fault !== undefined) faults.push(fault);
    };
    while (totals.rounds < wanted && !isStopped) {
      const target = TARGETS[Math.floor(Math.random() * TARGETS.length)] ?? 'both';
      await kills.round(target);
      const { acknowledged, unknown } = totals.outcomes;
      console.log(
        `round ${totals.rounds}: ${target} killed; ${acknowledged} acknowledged, ${unknown} unknown (${totals.unknownDone} done), ${totals.lost.length} lost, ${totals.halfDone.length} half-done`,
      );
      if (totals.rounds % VERIFIED_EVERY === 0) await verify();
      report();
    }
    await verify();
    // Again over all rounds, from the file. Later acts may have undone what these left.
    const all = readLedger(kills.ledgerPath).filter(({ kind }) => kind !== 'sign-in');
    const { lost } = await checkActs(scene.database, all, { after: Number.MAX_SAFE_INTEGER });
    if (lost.length > 0)
      faults.push(`lost at the end: ${lost.length}, such as ${lost.slice(0, 5).join('; ')}`);
    kills.close();
    const summary = report();
    console.log(JSON.stringify(summary, null, 2));
    return summary.failures.length === 0;
  } finally {
    await scene.stop();
  }
}

function inFigures(totals: KillTotals): object {
  const { rounds, targets, outcomes, unknownDone, lost, halfDone, sights } = totals;
  return {
    rounds,
    targets,
    acts: outcomes,
    unknownDone,
    lost: lost.length,
    halfDone: halfDone.length,
    answers: Object.fromEntries(sights.answers),
    readyAfterMs: {
      'product killed': spread(totals.productReadyMs),
      'database killed': spread(totals.databaseReadyMs),
    },
  };
}

function spread(values: readonly number[]): object {
  const sorted = values.toSorted((one, other) => one - other).map(Math.round);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? null, longest: sorted.at(-1) ?? null };
}
