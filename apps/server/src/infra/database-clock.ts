import { databaseNow } from './database-now.ts';
import type { DatabaseReader } from './db/database.ts';

/** A slower answer says too little about the time. */
const ANSWER_WITHIN_MS = 1_000;

/** The time of the database, which all processes share: a wrong clock of this machine stamps no entry and refuses no code. */
export interface DatabaseClock {
  /** Milliseconds since 1970. Between two measurements, a monotonic clock counts on. */
  readonly now: () => number;
  /** Asks the database. Call it now and then, because clocks drift. @throws the database's error */
  readonly measure: () => Promise<void>;
}

/** @param elapsed milliseconds of a monotonic clock */
export async function openDatabaseClock(
  reader: DatabaseReader,
  elapsed: () => number,
): Promise<DatabaseClock> {
  let startedAt: number | undefined;

  async function measure(): Promise<void> {
    const askedAt = elapsed();
    const told = await databaseNow(reader);
    const roundTrip = elapsed() - askedAt;
    if (startedAt === undefined || roundTrip < ANSWER_WITHIN_MS) startedAt = told - roundTrip / 2 - askedAt;
  }

  await measure();
  return { now: () => Math.round((startedAt ?? 0) + elapsed()), measure };
}
