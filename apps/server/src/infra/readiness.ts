import { CLOCK_NOT_READY_ABOVE_MS, CLOCK_WARNED_ABOVE_MS, readClockOffset } from './clock-offset.ts';
import type { Database } from './db/database.ts';
import type { DatabaseLog } from './db/database-log.ts';
import { hasMigration } from './db/migrate.ts';

const WARNED_EVERY_MS = 60_000;

/** Checks that the database has all migrations, and that the clock of this machine is within 20 s of the database's. */
export function createReadiness(parts: {
  readonly database: Pick<Database, 'reader' | 'query'>;
  readonly newestMigration: number;
  readonly log: Pick<DatabaseLog, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}): () => Promise<boolean> {
  const { database, newestMigration, log, now, elapsed } = parts;
  const warnOfClock = atMostOnceAMinute(
    (offsetMs: number) => log.warn({ offsetMs }, 'clock offset'),
    elapsed,
  );
  const warnOfMigrations = atMostOnceAMinute(
    () => log.warn({ newestMigration }, 'the database lacks migrations; restart to apply them'),
    elapsed,
  );

  async function isMigrated(): Promise<boolean> {
    const isApplied = await hasMigration(database, newestMigration).catch(() => undefined);
    if (isApplied === false) warnOfMigrations();
    return isApplied ?? false;
  }

  async function isClockRight(): Promise<boolean> {
    const clock = await readClockOffset(database.reader, now).catch(() => undefined);
    if (clock === undefined) return false;
    if (clock.surelyOffMs > CLOCK_WARNED_ABOVE_MS) warnOfClock(clock.offsetMs);
    return clock.surelyOffMs <= CLOCK_NOT_READY_ABOVE_MS;
  }

  return async () => {
    const answers = await Promise.all([isClockRight(), isMigrated()]);
    return answers.every(Boolean);
  };
}

function atMostOnceAMinute<Told extends readonly unknown[]>(
  tell: (...told: Told) => void,
  elapsed: () => number,
): (...told: Told) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (...told) => {
    if (elapsed() - toldAt < WARNED_EVERY_MS) return;
    toldAt = elapsed();
    tell(...told);
  };
}
