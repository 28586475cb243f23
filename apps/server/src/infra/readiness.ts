import { databaseNow } from './database-now.ts';
import type { Database } from './db/database.ts';
import type { DatabaseLog } from './db/database-log.ts';

const WARNED_ABOVE_MS = 2_000;
const NOT_READY_ABOVE_MS = 20_000;
const WARNED_EVERY_MS = 60_000;

/**
 * Tells whether requests can be served: the database answers, and this process's clock, which codes are checked by,
 * is at most 20 s off the database's. More than 2 s are a warning in the log, at most one a minute.
 */
export function createReadiness(parts: {
  readonly database: Pick<Database, 'reader'>;
  readonly log: Pick<DatabaseLog, 'warn'>;
  /** Milliseconds since 1970, by the clock of the machine. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets: since some moment, and never fewer than before. */
  readonly elapsed: () => number;
}): () => Promise<boolean> {
  const { database, log, now, elapsed } = parts;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const askedAt = now();
    const toldAt = await databaseNow(database.reader).catch(() => undefined);
    if (toldAt === undefined) return false;
    const halfRoundTrip = (now() - askedAt) / 2;
    const offsetMs = Math.round(askedAt + halfRoundTrip - toldAt);
    // The time was told at some point of the round trip, which is long where the database is busy.
    const surelyOffMs = Math.abs(offsetMs) - halfRoundTrip;
    if (surelyOffMs > WARNED_ABOVE_MS && elapsed() - warnedAt >= WARNED_EVERY_MS) {
      warnedAt = elapsed();
      log.warn({ offsetMs }, 'clock offset');
    }
    return surelyOffMs <= NOT_READY_ABOVE_MS;
  };
}
