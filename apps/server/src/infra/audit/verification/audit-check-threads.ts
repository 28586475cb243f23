import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../db/database.ts';
import type { DatabaseConnection } from '../../db/database-connection.ts';
import type { SequenceRange } from '../search/audit-blocks.ts';
import {
  type AuditRangeChecker,
  type CheckedRange,
  checkAuditRange,
  RANGE_SIZE,
} from './check-audit-range.ts';

/** Each thread opens its own connections, which are limited. */
const MAX_THREADS = 4;
/** A thread reads one range while it hashes another. */
const RANGES_A_THREAD = 2;

/** A range to check; undefined stops the thread. */
export type CheckOrder = SequenceRange | undefined;

export interface CheckOutcome {
  readonly first: number;
  readonly checked: CheckedRange;
}

export interface AuditCheckThreads extends AuditRangeChecker {
  readonly stop: () => Promise<void>;
}

/** Checks ranges in as many threads as cores. The first runs in this thread, because most logs have no other. */
export function createAuditCheckThreads(
  database: Database,
  connection: DatabaseConnection,
): AuditCheckThreads {
  const count = Math.min(availableParallelism(), MAX_THREADS);
  const threads: CheckThread[] = [];
  let orders = 0;
  return {
    rangeSize: RANGE_SIZE,
    rangesAtOnce: count * RANGES_A_THREAD,
    check: async (range) => {
      const order = orders++;
      if (order === 0) return await checkAuditRange(database.reader, range);
      const thread = threads[order % count] ?? startThread(connection);
      threads[order % count] = thread;
      return await thread.check(range);
    },
    stop: async () => {
      await Promise.all(threads.map(async (thread) => await thread.stop()));
    },
  };
}

interface CheckThread {
  readonly check: AuditRangeChecker['check'];
  readonly stop: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (checked: CheckedRange) => void;
  readonly reject: (reason: unknown) => void;
}

function startThread(connection: DatabaseConnection): CheckThread {
  const worker = new Worker(new URL('./audit-check-thread.ts', import.meta.url), { workerData: connection });
  const waiting = new Map<number, Waiting>();
  let failure: { readonly reason: unknown } | undefined;
  const ended = once(worker, 'exit').catch((reason: unknown) => {
    failure = { reason };
    for (const { reject } of waiting.values()) reject(reason);
  });
  worker.on('message', ({ first, checked }: CheckOutcome) => {
    waiting.get(first)?.resolve(checked);
    waiting.delete(first);
  });
  return {
    check: async (range) =>
      await new Promise<CheckedRange>((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure.reason);
          return;
        }
        waiting.set(range.first, { resolve, reject });
        worker.postMessage(range satisfies CheckOrder);
      }),
    stop: async () => {
      worker.postMessage(undefined satisfies CheckOrder);
      await ended;
    },
  };
}
