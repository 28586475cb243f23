import { CompiledQuery } from 'kysely';
import type { Database, DatabaseTransaction } from './db/database.ts';
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

interface Lease {
  left: number;
  /** On this process's monotonic clock, in milliseconds. */
  endsAt: number;
}

/** A process claims a tenth of a limit at once, so that a busy session causes few writes. */
const LEASE_PART = 10;
/** Upper bound for huge factors, within PostgreSQL's integer range. */
const CALLS_MAX = 1_000_000_000;
/** Maximum number of leases. Beyond it, all leases are dropped, and their remaining calls are lost. */
const LEASES_MAX = 50_000;

/** Adds `$2` calls to the window of `$1`, or starts a new one if it is older than `$3` seconds. */
const ADD_CALLS = `INSERT INTO rate_limit_windows AS w (key, started_at, used) VALUES ($1, now(), $2)
  ON CONFLICT (key) DO UPDATE SET
    started_at = CASE WHEN w.started_at > now() - make_interval(secs => $3) THEN w.started_at ELSE now() END,
    used = CASE WHEN w.started_at > now() - make_interval(secs => $3) THEN least(w.used, 1000000000) ELSE 0 END + $2
  RETURNING used, extract(epoch FROM started_at + make_interval(secs => $3) - now())::float8 AS seconds_left`;

/** Rate limits shared by all processes. Each claims a tenth at a time, and might not spend all of it. */
export class RateLimiter {
  readonly #database: Database;
  readonly #factor: number;
  readonly #leases = new Map<string, Lease>();
  readonly #claims = new Map<string, Promise<RateVerdict>>();
  /** Counts of `takeToRead` while the database cannot write. */
  readonly #ownWindows = new Map<string, Lease>();

  /** `factor` multiplies every limit, for load tests. */
  constructor(database: Database, factor: number) {
    this.#database = database;
    this.#factor = factor;
  }

  /** Counts one call under `key`, in a window that starts with its first call. */
  async take(key: string, limit: Limit): Promise<RateVerdict> {
    const calls = this.callsOf(limit);
    if (calls < 2 * LEASE_PART) return await this.#claim(key, calls, 1, limit.windowSeconds);
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

  /** The calls of a limit, multiplied. */
  callsOf({ calls }: Pick<Limit, 'calls'>): number {
    return multiplied(calls, this.#factor);
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
      window = { left: multiplied(limit.calls, this.#factor), endsAt: now + limit.windowSeconds * 1_000 };
      remember(this.#ownWindows, key, window);
    }
    if (window.left === 0) return refusedFor((window.endsAt - now) / 1_000);
    window.left--;
    return { allowed: true };
  }

  /** Claims the next part of a limit, shared by all calls that wait for it. */
  async #renewLease(key: string, calls: number, windowSeconds: number): Promise<RateVerdict> {
    const underWay = this.#claims.get(key);
    if (underWay !== undefined) return await underWay;
    const claim = this.#claim(key, calls, Math.ceil(calls / LEASE_PART), windowSeconds);
    this.#claims.set(key, claim);
    try {
      return await claim;
    } finally {
      this.#claims.delete(key);
    }
  }

  async #claim(key: string, calls: number, wanted: number, windowSeconds: number): Promise<RateVerdict> {
    const { before, secondsLeft } = await this.#add(key, wanted, windowSeconds);
    const granted = Math.min(wanted, calls - before);
    if (granted <= 0) return refusedFor(secondsLeft);
    if (wanted > 1) {
      remember(this.#leases, key, { left: granted, endsAt: performance.now() + secondsLeft * 1_000 });
    }
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
  const [window] = windows;
  if (window === undefined) throw new Error('an upsert returned no row');
  return { before: window.used - wanted, secondsLeft: window.seconds_left };
}

function remember(leases: Map<string, Lease>, key: string, lease: Lease): void {
  if (leases.size >= LEASES_MAX) leases.clear();
  leases.set(key, lease);
}

function refusedFor(seconds: number): RateVerdict {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

export function multiplied(calls: number, factor: number): number {
  return Math.min(CALLS_MAX, Math.max(1, Math.floor(calls * factor)));
}
