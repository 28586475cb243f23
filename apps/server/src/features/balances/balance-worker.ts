import { setTimeout as pause } from 'node:timers/promises';
import type { ChainReaders } from '../../infra/chain/open-chain-readers.ts';
import type { Database } from '../../infra/db/database.ts';
import type { DatabaseLog } from '../../infra/db/database-log.ts';
import type { Metrics } from '../../infra/metrics.ts';
import { poll } from '../../infra/poll.ts';
import type { PriceSource } from '../../infra/prices/price-source.ts';
import { traced } from '../../infra/telemetry/spans.ts';
import { runChainRound } from './chain-round.ts';
import { runPriceRound } from './price-round.ts';
import {
  giveBack,
  type LeasedSource,
  leaseDueSources,
  type RoundEnd,
  readSourceStates,
  type SourceName,
} from './source-store.ts';

const POLL_MS = 1_000;

export interface BalanceWorkerParts {
  readonly database: Database;
  readonly log: DatabaseLog;
  readonly metrics: Pick<Metrics, 'watchByLabel'>;
  readonly readers: ChainReaders;
  readonly prices: PriceSource | undefined;
}

/** Keeps balances and prices fresh. With several processes, only one at a time reads a source. */
export interface BalanceWorker {
  /** Runs one round for every due source. Not for a started worker. */
  readonly runOnce: () => Promise<void>;
  /** Polls for due sources every second. */
  readonly start: () => void;
  /** Aborts rounds and discards their results. Other workers can take over at once. */
  readonly stop: () => Promise<void>;
}

export function createBalanceWorker(parts: BalanceWorkerParts): BalanceWorker {
  const { database, log, readers, prices } = parts;
  const names = [...Object.keys(readers), ...(prices === undefined ? [] : ['prices'])] as SourceName[];
  const running = new Map<SourceName, Promise<void>>();
  const abort = new AbortController();
  let polling = Promise.resolve();

  const takeDue = async (): Promise<void> => {
    const free = names.filter((name) => !running.has(name));
    for (const source of await leaseDueSources(database, free)) {
      const work = workOn(parts, source, abort.signal).finally(() => running.delete(source.name));
      running.set(source.name, work);
    }
  };

  return {
    runOnce: async () => {
      await takeDue();
      await Promise.all(running.values());
    },
    start: () => {
      if (names.length === 0) return;
      watchSources(parts, names);
      polling = poll({
        work: takeDue,
        pause: async () => await pause(POLL_MS, undefined, { signal: abort.signal }).catch(() => undefined),
        isStopping: () => abort.signal.aborted,
        log,
        failure: 'reading the due balance sources failed',
      });
    },
    stop: async () => {
      abort.abort();
      await polling;
      await Promise.all(running.values());
    },
  };
}

function watchSources({ database, metrics }: BalanceWorkerParts, names: readonly SourceName[]): void {
  const read = async () => await readSourceStates(database.reader, names);
  metrics.watchByLabel('halyard_balance_source_age_seconds', async () =>
    Object.fromEntries(
      (await read()).flatMap(({ name, ageSeconds }) => (ageSeconds === null ? [] : [[name, ageSeconds]])),
    ),
  );
  metrics.watchByLabel('halyard_balance_source_failures', async () =>
    Object.fromEntries((await read()).map(({ name, failures }) => [name, failures])),
  );
}

/** Never rejects: if a round fails unexpectedly, its lease runs out. */
async function workOn(parts: BalanceWorkerParts, source: LeasedSource, abort: AbortSignal): Promise<void> {
  const { database, log } = parts;
  try {
    const round = () => runRound(parts, source, abort);
    const end = await traced({ name: `balances ${source.name}` }, round).catch(async (error: unknown) => {
      if (!abort.aborted) throw error;
      await giveBack(database, source);
    });
    if (end !== undefined) logChange(log, source, end);
  } catch (error) {
    log.warn({ err: error, source: source.name }, 'reading balances or prices failed');
  }
}

async function runRound(
  { database, readers, prices }: BalanceWorkerParts,
  source: LeasedSource,
  abort: AbortSignal,
): Promise<RoundEnd | undefined> {
  const { name } = source;
  if (name === 'prices') {
    if (prices === undefined) throw new Error('there is no price source');
    return await runPriceRound({ database, prices }, source, abort);
  }
  const reader = readers[name];
  if (reader === undefined) throw new Error(`there is no reader of ${name}`);
  return await runChainRound({ database, reader }, source, abort);
}

/** Logs when a source starts to fail and when it recovers. */
function logChange(log: DatabaseLog, { name, failures }: LeasedSource, { outcome, error }: RoundEnd): void {
  if (outcome === 'failed' && failures === 0) {
    log.warn({ source: name, reason: error }, 'balance or price source failed');
  }
  if (outcome === 'answered' && failures > 0) log.info({ source: name }, 'source recovered');
}
