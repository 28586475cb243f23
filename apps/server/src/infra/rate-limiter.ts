import { CompiledQuery } from 'kysely';
import type { Database, DatabaseTransaction } from './db/database.ts';
import { beginWait } from './db/database-waits.ts';
import { onlyRow } from './db/only-row.ts';
import { isWriteRefused } from './db/write-refused.ts';

export interface Limit {
  readonly calls: number;
  readonly windowSeconds: number;
}

export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

interface Window {
  readonly used: number;
  readonly seconds_left: number;
}

interface UsedBefore {
  readonly before: number;
  readonly secondsLeft: number;
}

/** Times are on this process's monotonic clock, in milliseconds. */
interface OwnWindow {
  left: number;
  readonly endsAt: number;
}

/** Calls that a process claimed together. */
interface Lease extends OwnWindow {
  readonly size: number;
  /** Calls that no process had claimed then. */
  readonly unclaimed: number;
}

/** A process claims at most this part of the calls that are left, so that others find some, too. */
const LEASE_PART = 20;
/** Upper bound for huge factors, within PostgreSQL's integer range. */
const CALLS_MAX = 1_000_000_000;
/** Maximum number of leases. Beyond it, all leases are dropped, and their remaining calls are lost. */
const LEASES_MAX = 50_000;

/** Adds `$2` calls to the window of `$1`, or starts a new one if it is older than `$3` seconds. */
const ADD_CALLS = `INSERT INTO rate_limit_windows AS w (key, started_at, used) VALUES ($1, now(), $2)
  ON CONFLICT (key) DO UPDATE SET
    started_at = CASE WHEN w.started_at > now() - make_interval(secs => $3) THEN w.started_at ELSE now() END,
    used = CASE WHEN w.started_at > now() - make_interval(secs => $3) THEN least(w.used, ${CALLS_MAX}) ELSE 0 END + $2
  RETURNING used, extract(epoch FROM started_at + make_interval(secs => $3) - now())::float8 AS seconds_left`;

/** Rate limits shared by all processes. Each claims twice as many calls as the last time, and spends them from memory. */
export class RateLimiter {
  readonly #database: Database;
  readonly #factor: number;
  readonly #leases = new Map<string, Lease>();
  readonly #claims = new Map<string, Promise<RateVerdict>>();
  /** Counts of `takeToRead` while the database cannot write. */
  readonly #ownWindows = new Map<string, OwnWindow>();

  /** `factor` multiplies every limit, for load tests. */
  constructor(database: Database, factor: number) {
    this.#database = database;
    this.#factor = factor;
  }

  /** Counts one call under `key`, in a window that starts with its first call. */
  async take(key: string, limit: Limit): Promise<RateVerdict> {
    const calls = this.callsOf(limit);
    if (calls < LEASE_PART) return await this.#claim(key, calls, undefined, limit.windowSeconds);
    for (;;) {
      const lease = this.#leases.get(key);
      if (lease !== undefined && lease.endsAt > performance.now() && lease.left > 0) {
        lease.left--;
        return { allowed: true };
      }
      const verdict = await this.#renewLease(key, calls, limit.windowSeconds);
      if (!verdict.allowed) return verdict;
    }
  }

  /** Counts `amount` at once. A refused amount counts, too, until the window ends. */
  async takeMany(key: string, amount: number, limit: Limit): Promise<RateVerdict> {
    const { before, secondsLeft } = await this.#add(key, amount, limit.windowSeconds);
    return before + amount <= this.callsOf(limit) ? { allowed: true } : refusedFor(secondsLeft);
  }

  /** Returns the calls of a limit, times the factor. */
  callsOf({ calls }: Pick<Limit, 'calls'>): number {
    return scaledLimit(calls, this.#factor);
  }

  /** Counts a call in this transaction and locks the key. Do not mix with `take`; lock keys in a fixed order. */
  async takeWithin(transaction: DatabaseTransaction, key: string, limit: Limit): Promise<RateVerdict> {
    const calls = this.callsOf(limit);
    const statement = CompiledQuery.raw(ADD_CALLS, [key, 1, limit.windowSeconds]);
    const { before, secondsLeft } = usedBefore((await transaction.executeQuery<Window>(statement)).rows, 1);
    return before < calls ? { allowed: true } : refusedFor(secondsLeft);
  }

  /** Works like `take`, but counts in this process while the database cannot write. */
  async takeToRead(key: string, limit: Limit): Promise<RateVerdict> {
    try {
      return await this.take(key, limit);
    } catch (error) {
      if (!isWriteRefused(error)) throw error;
      return this.#takeFromOwn(key, limit);
    }
  }

  #takeFromOwn(key: string, limit: Limit): RateVerdict {
    const now = performance.now();
    let window = this.#ownWindows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { left: this.callsOf(limit), endsAt: now + limit.windowSeconds * 1_000 };
      remember(this.#ownWindows, key, window);
    }
    if (window.left === 0) return refusedFor((window.endsAt - now) / 1_000);
    window.left--;
    return { allowed: true };
  }

  /** Gives back what was claimed and not spent. Call it when no more calls come. */
  async giveBack(): Promise<void> {
    const now = performance.now();
    const unspent = [...this.#leases].filter(([, { left, endsAt }]) => left > 0 && endsAt > now);
    this.#leases.clear();
    if (unspent.length === 0) return;
    await this.#database.query({
      text: `UPDATE rate_limit_windows SET used = used - calls
        FROM unnest($1::text[], $2::integer[]) AS unspent (key, calls) WHERE rate_limit_windows.key = unspent.key`,
      values: [unspent.map(([key]) => key), unspent.map(([, { left }]) => left)],
    });
  }

  /** Claims more of a limit, for all calls that wait for it. */
  async #renewLease(key: string, calls: number, windowSeconds: number): Promise<RateVerdict> {
    const underWay = this.#claims.get(key);
    if (underWay !== undefined) {
      const endWait = beginWait();
      return await underWay.finally(endWait);
    }
    const claim = this.#claim(key, calls, this.#leases.get(key), windowSeconds);
    this.#claims.set(key, claim);
    try {
      return await claim;
    } finally {
      this.#claims.delete(key);
    }
  }

  /** Claims one call, or more after `last` in the same window. */
  async #claim(
    key: string,
    calls: number,
    last: Lease | undefined,
    windowSeconds: number,
  ): Promise<RateVerdict> {
    const size = last && last.endsAt > performance.now() ? sizeAfter(last) : 1;
    const { before, secondsLeft } = await this.#add(key, size, windowSeconds);
    const left = Math.min(size, calls - before);
    if (left <= 0) return refusedFor(secondsLeft);
    const unclaimed = calls - before - left;
    const endsAt = performance.now() + secondsLeft * 1_000;
    if (calls >= LEASE_PART) remember(this.#leases, key, { left, size, unclaimed, endsAt });
    return { allowed: true };
  }

  async #add(key: string, wanted: number, windowSeconds: number): Promise<UsedBefore> {
    const values = [key, wanted, windowSeconds];
    return usedBefore(
      await this.#database.prepared<Window>({ name: 'take-rate', text: ADD_CALLS, values }),
      wanted,
    );
  }
}

function usedBefore(windows: readonly Window[], wanted: number): UsedBefore {
  const window = onlyRow(windows);
  return { before: window.used - wanted, secondsLeft: window.seconds_left };
}

/** A process that was just started holds few calls, and so does each of many processes at the end of a window. */
function sizeAfter({ size, unclaimed }: Lease): number {
  return Math.max(1, Math.min(2 * size, Math.floor(unclaimed / LEASE_PART)));
}

function remember<Kept>(kept: Map<string, Kept>, key: string, value: Kept): void {
  if (kept.size >= LEASES_MAX) kept.clear();
  kept.set(key, value);
}

function refusedFor(seconds: number): RateVerdict {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

export function scaledLimit(calls: number, factor: number): number {
  return Math.min(CALLS_MAX, Math.max(1, Math.floor(calls * factor)));
}
