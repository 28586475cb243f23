import { poll } from '../poll.ts';
import { createEntryWork, type OutboxWorkerParts } from './entry-work.ts';
import { type LeasedEntry, leaseDueEntries } from './outbox-store.ts';

/** Maximum entries at a time, each from a different queue, so that a few slow ones do not block the rest. */
const SLOTS = 8;
const POLL_MS = 500;

/** Processes the outbox, possibly next to workers of other processes. */
export interface OutboxWorker {
  /** Processes all due entries, including those that become due while it runs. Not for a started worker. */
  readonly runOnce: () => Promise<void>;
  readonly start: () => void;
  /** Takes no new entries, lets running ones finish for `seconds`, then aborts them. */
  readonly stop: (seconds: number) => Promise<void>;
}

export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { database, handlers, leaseSeconds, log, metrics } = parts;
  const kinds = Object.keys(handlers);
  metrics.expectOutboxTries(kinds);
  const running = new Map<string, Promise<void>>();
  const abort = new AbortController();
  const workOn = createEntryWork(parts, abort.signal);
  const alarm = createAlarm(POLL_MS);
  let stopping = false;
  let polling = Promise.resolve();

  const begin = (entry: LeasedEntry) => {
    const work = workOn(entry).finally(() => {
      running.delete(entry.id);
      // The queue's next entry or one that the work enqueued may be due.
      alarm.ring();
    });
    running.set(entry.id, work);
  };

  const takeDue = async (): Promise<void> => {
    const count = SLOTS - running.size;
    if (count === 0) return;
    const held = [...running.keys()];
    for (const entry of await leaseDueEntries(database, { kinds, count, held, leaseSeconds })) begin(entry);
  };

  return {
    runOnce: async () => {
      for (;;) {
        // Work that ends during the query may make more entries due.
        const wasIdle = running.size === 0;
        await takeDue();
        if (running.size > 0) await Promise.race(running.values());
        else if (wasIdle) return;
      }
    },
    start: () => {
      polling = poll({
        work: takeDue,
        pause: alarm.sleep,
        isStopping: () => stopping,
        log,
        failure: 'reading the outbox failed',
      });
    },
    stop: async (seconds) => {
      stopping = true;
      alarm.ring();
      await polling;
      const cutOff = setTimeout(() => abort.abort(), seconds * 1_000);
      await Promise.all(running.values());
      clearTimeout(cutOff);
    },
  };
}

/** Creates a sleep that ends after `ms` or when it is rung, even if it was rung before. */
function createAlarm(ms: number) {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    sleep: async () => {
      const timer = setTimeout(rung.resolve, ms);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers<void>();
    },
  };
}
