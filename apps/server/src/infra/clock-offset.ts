import { databaseNow } from './database-now.ts';
import type { DatabaseReader } from './db/database.ts';

export interface ClockOffset {
  /** Milliseconds that this process is ahead of the database. */
  readonly offsetMs: number;
  /** The same, as far as it is certain: the database read its clock at an unknown point of the round trip. */
  readonly surelyOffMs: number;
}

/** Compares this machine's clock, in milliseconds since 1970, with the database's, which sessions, codes and entries depend on. */
export async function readClockOffset(reader: DatabaseReader, now: () => number): Promise<ClockOffset> {
  const askedAt = now();
  const toldAt = await databaseNow(reader);
  const halfRoundTrip = (now() - askedAt) / 2;
  const offsetMs = Math.round(askedAt + halfRoundTrip - toldAt);
  return { offsetMs, surelyOffMs: Math.max(0, Math.abs(offsetMs) - halfRoundTrip) };
}

/** From this offset on, the log and the System screen warn. */
export const CLOCK_WARNED_ABOVE_MS = 2_000;
/** From this offset on, the process is not ready: one of the clocks is wrong. */
export const CLOCK_NOT_READY_ABOVE_MS = 20_000;
