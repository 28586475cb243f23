import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkActs, type Findings, lastAuditEntry } from './check.ts';
import { type Act, Ledger } from './ledger.ts';
import { newSights, type Sights, startLoad, Writer } from './load.ts';
import type { Scene } from './scene.ts';

/** What a round kills with SIGKILL. `both`: a process of the product and the database. */
export type Target = 'product' | 'database' | 'both';

export interface KillTotals {
  rounds: number;
  readonly targets: Record<Target, number>;
  readonly outcomes: Record<Act['outcome'], number>;
  /** Acts whose answer was lost, and that took place. */
  unknownDone: number;
  readonly lost: string[];
  readonly halfDone: string[];
  readonly ghosts: string[];
  readonly gaps: string[];
  /** Records that the API shows otherwise than the database has them. */
  readonly misread: string[];
  /** Exits of a process of the product that nothing killed. */
  readonly exits: string[];
  readonly sights: Sights;
  /** Milliseconds from the kill of a process until the new one is ready, with the database running. */
  readonly productReadyMs: number[];
  /** Milliseconds from the start of the database until every process is ready. */
  readonly databaseReadyMs: number[];
}

/** A scene with a load, in which rounds of kills can be run. */
export interface KillRounds {
  readonly scene: Scene;
  readonly totals: KillTotals;
  readonly round: (target: Target) => Promise<void>;
  readonly ledgerPath: string;
  readonly close: () => void;
}

const QUIET_PAUSE_MS = 800;
const KILLED_WITHIN_MS = 1_500;

export async function prepareKillRounds(
  scene: Scene,
  {
    writers: count,
    databaseDownMs,
    burstPauseMs = 20,
  }: {
    readonly writers: number;
    /** At most; a random time. */
    readonly databaseDownMs: number;
    /** Mean pause of a writer between two acts around the kill. */
    readonly burstPauseMs?: number;
  },
): Promise<KillRounds> {
  const ledger = new Ledger(path.join(scene.directory, 'ledger.jsonl'));
  const totals = newTotals();
  const writers: Writer[] = [];
  while (writers.length < count) writers.push(await Writer.create({ scene, ledger, sights: totals.sights }));

  const round = async (target: Target): Promise<void> => {
    const actsBefore = ledger.acts().length;
    const after = await lastAuditEntry(scene.database);
    for (const [index, writer] of writers.entries()) {
      await writer.prepare({ codes: index === totals.rounds % writers.length ? 1 : 0 });
    }
    const load = startLoad(writers, { pauseMs: burstPauseMs });
    await pause(Math.random() * KILLED_WITHIN_MS);
    const replica = scene.replicas[totals.rounds % scene.replicas.length];
    const killedAt = performance.now();
    if (target !== 'database') replica?.kill();
    if (target !== 'product') await scene.postgres.kill();
    load.pauseMs = QUIET_PAUSE_MS;
    if (target !== 'product') {
      await pause(Math.random() * databaseDownMs);
      await scene.postgres.start();
      const from = performance.now();
      await Promise.all(scene.replicas.map(async (each) => await each.untilReady()));
      if (target === 'database') totals.databaseReadyMs.push(performance.now() - from);
    } else {
      // The signal takes a moment to end the process.
      await pause(20);
      await replica?.untilReady();
      totals.productReadyMs.push(performance.now() - killedAt);
    }
    await pause(QUIET_PAUSE_MS);
    await load.stop();
    const acts = ledger.acts(actsBefore);
    note(totals, target, acts, await checkActs(scene.database, acts, { after }));
    totals.misread.push(...(await misreadUsers(scene, writers)));
    totals.exits.push(...scene.replicas.flatMap(({ unexpectedExits }) => unexpectedExits.splice(0)));
    (scene.mails.received as unknown[]).length = 0;
  };
  return { scene, totals, round, ledgerPath: ledger.path, close: () => ledger.close() };
}

function newTotals(): KillTotals {
  return {
    rounds: 0,
    targets: { product: 0, database: 0, both: 0 },
    outcomes: { acknowledged: 0, refused: 0, unknown: 0 },
    unknownDone: 0,
    lost: [],
    halfDone: [],
    ghosts: [],
    gaps: [],
    misread: [],
    exits: [],
    sights: newSights(),
    productReadyMs: [],
    databaseReadyMs: [],
  };
}

function note(totals: KillTotals, target: Target, acts: readonly Act[], findings: Findings): void {
  totals.rounds += 1;
  totals.targets[target] += 1;
  for (const { outcome } of acts) totals.outcomes[outcome] += 1;
  totals.unknownDone += findings.unknownDone;
  for (const kind of ['lost', 'halfDone', 'ghosts', 'gaps'] as const) totals[kind].push(...findings[kind]);
}

/** Compares what every process answers about the users of the writers with the database. */
async function misreadUsers(scene: Scene, writers: readonly Writer[]): Promise<string[]> {
  const { rows } = await scene.database.query<{ id: string; limit: number; blocked: boolean }>({
    text: `SELECT id::text, max_merchants AS limit, blocked_at IS NOT NULL AS blocked FROM users
      WHERE id = ANY ($1::uuid[])`,
    values: [writers.map(({ userId }) => userId)],
  });
  const stored = new Map(rows.map(({ id, limit, blocked }) => [id, `${limit} ${blocked}`]));
  const misread: string[] = [];
  for (const { caller, userId } of writers) {
    for (const { address: on } of scene.replicas) {
      const [settings, user] = await Promise.all([
        caller.get(`/users/${userId}/settings`, { on }),
        caller.get(`/users/${userId}`, { on }),
      ]);
      const shown = `${settings.body?.maxMerchants} ${typeof user.body?.blockedAt === 'string'}`;
      if (shown !== stored.get(userId)) misread.push(`user ${userId}: "${shown}" at ${on}`);
    }
  }
  return misread;
}

/** Everything that must not happen, in words. */
export function failuresOf(totals: KillTotals): string[] {
  const { lost, halfDone, ghosts, gaps, misread, exits, sights } = totals;
  return Object.entries({
    lost,
    'half-done': halfDone,
    ghosts,
    gaps,
    misread,
    'unexpected exits': exits,
    '401 or 403': sights.signedOut,
    'bad errors': sights.badErrors,
  }).flatMap(([what, cases]) =>
    cases.length === 0 ? [] : [`${what}: ${cases.length}, such as ${cases.slice(0, 5).join('; ')}`],
  );
}
