import path from 'node:path';
import { checkActs, lastAuditEntry } from './check.ts';
import { Ledger } from './ledger.ts';
import { newSights, type Sights, startLoad, Writer } from './load.ts';
import { faultOfLog } from './operator-commands.ts';
import type { Replica } from './replica.ts';
import type { Scene } from './scene.ts';

/** Writers with a ledger, whose acts are compared with the database at the end. */
export interface WatchedLoad {
  readonly writers: readonly Writer[];
  readonly sights: Sights;
  /** Starts acts that run until `finish`. */
  readonly start: (options?: { readonly pauseMs?: number }) => void;
  /** Ends the acts, and returns their numbers and everything that must not have happened. */
  readonly finish: () => Promise<{ readonly figures: string; readonly failures: readonly string[] }>;
}

export async function watchLoad(
  scene: Scene,
  { writers: count = 6, choose }: { readonly writers?: number; readonly choose?: () => Replica } = {},
): Promise<WatchedLoad> {
  const sights = newSights();
  const ledger = new Ledger(path.join(scene.directory, `ledger-${performance.now()}.jsonl`));
  const writers: Writer[] = [];
  while (writers.length < count)
    writers.push(await Writer.create({ scene, ledger, sights, ...(choose && { choose }) }));
  const after = await lastAuditEntry(scene.database);
  let load: ReturnType<typeof startLoad> | undefined;
  return {
    writers,
    sights,
    start: ({ pauseMs = 50 } = {}) => {
      load = startLoad(writers, { pauseMs });
      scene.beforeStop(load.stop);
    },
    finish: async () => {
      await load?.stop();
      const acts = ledger.acts();
      ledger.close();
      const { lost, halfDone, ghosts, gaps, unknownDone } = await checkActs(scene.database, acts, { after });
      const fault = await faultOfLog(scene);
      const exits = scene.replicas.flatMap(({ unexpectedExits }) => unexpectedExits);
      const counted = (wanted: string) => acts.filter(({ outcome }) => outcome === wanted).length;
      return {
        figures: `${counted('acknowledged')} acknowledged, ${counted('unknown')} unknown (${unknownDone} done)`,
        failures: [
          ...lost.map((act) => `lost: ${act}`),
          ...halfDone.map((act) => `half-done: ${act}`),
          ...ghosts.map((act) => `ghost: ${act}`),
          ...gaps.map((gap) => `gap: ${gap}`),
          ...sights.signedOut.map((answer) => `401 or 403: ${answer}`),
          ...sights.badErrors.map((answer) => `bad error: ${answer}`),
          ...exits.map((exit) => `unexpected exit: ${exit}`),
          ...(fault === undefined ? [] : [fault]),
        ],
      };
    },
  };
}
