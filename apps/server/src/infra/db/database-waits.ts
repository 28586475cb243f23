import { AsyncLocalStorage } from 'node:async_hooks';

/** A request makes many statements, and must not wait its full time for each of them. After this, it begins no more. */
const WAITS_MAX_MS = 5_000;
/** After this, it does not wait for the last answer either. */
const LAST_ANSWER_WITHIN_MS = 9_500;

/** How long a request has waited for the database: for connections, turns and answers. Waits at once count once. */
export class DatabaseWaits {
  #since: number | undefined;
  #endedMs = 0;
  #open = 0;
  #openSince = 0;
  #isLimited = true;

  get waitedMs(): number {
    return this.#endedMs + (this.#open === 0 ? 0 : performance.now() - this.#openSince);
  }

  /** How long the next answer may take. */
  get leftMs(): number {
    return this.#isLimited ? LAST_ANSWER_WITHIN_MS - this.waitedMs : Number.POSITIVE_INFINITY;
  }

  /** When the request first asked the database. Long work waits as if each of its statements were another request. */
  get since(): number {
    this.#since ??= performance.now();
    return this.#isLimited ? this.#since : performance.now();
  }

  begin(): () => void {
    if (this.#isLimited && this.waitedMs > WAITS_MAX_MS) throw busyDatabase();
    if (this.#open === 0) this.#openSince = performance.now();
    this.#open++;
    return () => {
      this.#open--;
      if (this.#open === 0) this.#endedMs += performance.now() - this.#openSince;
    };
  }

  /** For an export, which takes as many minutes as its reader does, and for what goes on after an answer. */
  allowLong(): void {
    this.#isLimited = false;
  }
}

const current = new AsyncLocalStorage<DatabaseWaits>();

/** Runs work of the process that a request only happened to start. */
export function apartFromRequest<T>(work: () => T): T {
  return current.exit(work);
}

/** Runs a part of a request whose waits count together. */
export function withDatabaseWaits<T>(waits: DatabaseWaits, work: () => T): T {
  return current.run(waits, work);
}

export function allowLongWaits(): void {
  current.getStore()?.allowLong();
}

/** Begins a wait of the current request, if there is one. Returns what ends it. Throws if it has waited too long already. */
export function beginWait(): () => void {
  return current.getStore()?.begin() ?? (() => undefined);
}

/** How long the current request still waits for an answer of the database. */
export function leftToWaitMs(): number {
  return current.getStore()?.leftMs ?? Number.POSITIVE_INFINITY;
}

/** When the current request first asked the database, or the current moment for work of the process. */
export function waitingSince(): number {
  return current.getStore()?.since ?? performance.now();
}

/**
 * Waits for something that must be returned, such as a connection, for `maxMs` or as long as the current request may.
 * @throws as for an unavailable database; `giveBack` then gets what comes too late
 */
export async function waitToBorrow<T>(
  asked: Promise<T>,
  options: { readonly maxMs: number; readonly giveBack: (late: T) => void },
): Promise<T> {
  try {
    return await waitAtMost(options.maxMs, asked);
  } catch (error) {
    asked.then(options.giveBack).catch(() => undefined);
    throw error;
  }
}

async function waitAtMost<T>(maxMs: number, asked: Promise<T>): Promise<T> {
  const endWait = beginWait();
  const refusal = Promise.withResolvers<never>();
  const timer = setTimeout(() => refusal.reject(busyDatabase()), Math.min(maxMs, leftToWaitMs()));
  try {
    return await Promise.race([asked, refusal.promise]);
  } finally {
    clearTimeout(timer);
    endWait();
  }
}

/** With the SQLSTATE for too many connections, so that it counts as an unavailable database. */
export function busyDatabase(): Error {
  return Object.assign(new Error('too many requests wait for the database'), { code: '53300' });
}
