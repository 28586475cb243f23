import { createEntryWork, type OutboxWorkerParts } from './entry-work.ts';
import { type LeasedEntry, leaseDueEntries } from './outbox-store.ts';

/** Entries worked on at a time, of as many queues: a few slow ones leave room for the others. */
const SLOTS = 8;
const POLL_MS = 500;

/** Works through the outbox, beside the workers of other processes. */
export interface OutboxWorker {
  /** Works through everything that is due, and through what becomes due by that. Not on a started worker. */
  readonly runOnce: () => Promise<void>;
  /** Looks for due entries twice a second from now on. */
  readonly start: () => void;
  /** Takes nothing new; gives what is under way `seconds` to finish, then has it break off. */
  readonly stop: (seconds: number) => Promise<void>;
}

export function createOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { database, handlers, log } = parts;
  const kinds = Object.keys(handlers);
  const underWay = new Map<string, Promise<void>>();
  const breakOff = new AbortController();
  const workOn = createEntryWork(parts, breakOff.signal);
  const alarm = createAlarm(POLL_MS);
  let stopping = false;
  let polling = Promise.resolve();

  const begin = (entry: LeasedEntry) => {
    const work = workOn(entry).finally(() => {
      underWay.delete(entry.id);
      // The next entry of its queue may be due, and what the work itself enqueued.
      alarm.ring();
    });
    underWay.set(entry.id, work);
  };

  /** Begins to work on what is due, as far as slots are free. */
  const takeDue = async (): Promise<void> => {
    const count = SLOTS - underWay.size;
    if (count === 0) return;
    for (const entry of await leaseDueEntries(database, { kinds, count, held: [...underWay.keys()] })) {
      begin(entry);
    }
  };

  const poll = async (): Promise<void> => {
    let failing = false;
    while (!stopping) {
      try {
        await takeDue();
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'the outbox cannot be read');
        failing = true;
      }
      await alarm.sleep();
    }
  };

  return {
    runOnce: async () => {
      for (;;) {
        // What ends while the database is asked may make more due.
        const wasIdle = underWay.size === 0;
        await takeDue();
        if (underWay.size > 0) await Promise.race(underWay.values());
        else if (wasIdle) return;
      }
    },
    start: () => {
      polling = poll();
    },
    stop: async (seconds) => {
      stopping = true;
      alarm.ring();
      await polling;
      const cutOff = setTimeout(() => breakOff.abort(), seconds * 1_000);
      await Promise.all(underWay.values());
      clearTimeout(cutOff);
    },
  };
}

/** Sleeps that end after `ms`, or when it rings, also when it rang before. */
function createAlarm(ms: number) {
  let rang = false;
  let end = () => {
    rang = true;
  };
  const keep = end;
  return {
    ring: () => end(),
    sleep: async () => {
      if (!rang) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rang = false;
      end = keep;
    },
  };
}
