import { setTimeout as pause } from 'node:timers/promises';
import type { ChainReaders } from '../../infra/chain/open-chain-readers.ts';
import type { Database } from '../../infra/db/database.ts';
import type { DatabaseLog } from '../../infra/db/database-log.ts';
import type { Metrics } from '../../infra/metrics.ts';
import type { PriceSource } from '../../infra/prices/price-source.ts';
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
  readonly metrics: Pick<Metrics, 'watchBalanceSources'>;
  readonly readers: ChainReaders;
  readonly prices: PriceSource | undefined;
}

/** Keeps balances and prices fresh, beside the workers of other processes: each source is worked at by one of them. */
export interface BalanceWorker {
  /** Works once at every source that is due. Not on a started worker. */
  readonly runOnce: () => Promise<void>;
  /** Looks for due sources every second from now on. */
  readonly start: () => void;
  /** Breaks off what is under way, of which nothing is kept; other workers can take it up at once. */
  readonly stop: () => Promise<void>;
}

export function createBalanceWorker(parts: BalanceWorkerParts): BalanceWorker {
  const { database, log, metrics, readers, prices } = parts;
  const names = [...Object.keys(readers), ...(prices === undefined ? [] : ['prices'])] as SourceName[];
  const underWay = new Map<SourceName, Promise<void>>();
  const breakOff = new AbortController();
  let polling = Promise.resolve();

  const runRound = async (source: LeasedSource): Promise<RoundEnd | undefined> => {
    const { name } = source;
    if (name === 'prices') {
      if (prices === undefined) throw new Error('there is no price source');
      return await runPriceRound({ database, prices }, source, breakOff.signal);
    }
    const reader = readers[name];
    if (reader === undefined) throw new Error(`there is no reader of ${name}`);
    return await runChainRound({ database, reader }, source, breakOff.signal);
  };

  /** Never rejects: where a round fails in an unforeseen way, its lease runs out. */
  const workAt = async (source: LeasedSource): Promise<void> => {
    try {
      const end = await runRound(source).catch(async (error: unknown) => {
        if (!breakOff.signal.aborted) throw error;
        await giveBack(database, source);
      });
      if (end !== undefined) tell(log, source, end);
    } catch (error) {
      log.warn({ err: error, source: source.name }, 'a round of balances or prices failed');
    }
  };

  const takeDue = async (): Promise<void> => {
    const free = names.filter((name) => !underWay.has(name));
    for (const source of await leaseDueSources(database, free)) {
      const work = workAt(source).finally(() => underWay.delete(source.name));
      underWay.set(source.name, work);
    }
  };

  const poll = async (): Promise<void> => {
    let failing = false;
    while (!breakOff.signal.aborted) {
      try {
        await takeDue();
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'the sources of balances cannot be read');
        failing = true;
      }
      await pause(POLL_MS, undefined, { signal: breakOff.signal }).catch(() => undefined);
    }
  };

  return {
    runOnce: async () => {
      await takeDue();
      await Promise.all(underWay.values());
    },
    start: () => {
      if (names.length === 0) return;
      metrics.watchBalanceSources(() => readSourceStates(database.reader, names));
      polling = poll();
    },
    stop: async () => {
      breakOff.abort();
      await polling;
      await Promise.all(underWay.values());
    },
  };
}

/** One line when a source begins to fail, and one when it is back. */
function tell(log: DatabaseLog, { name, failures }: LeasedSource, { outcome, error }: RoundEnd): void {
  if (outcome === 'failed' && failures === 0) {
    log.warn({ source: name, reason: error }, 'a source of balances or prices fails');
  }
  if (outcome === 'answered' && failures > 0) log.info({ source: name }, 'a source is back');
}
