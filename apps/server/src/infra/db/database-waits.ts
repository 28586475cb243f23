import { AsyncLocalStorage } from 'node:async_hooks';

/** A request makes many statements, and must not wait its full time for each of them. After this long, it begins no other. */
const WAITS_MAX_MS = 4_500;
/**
 * After this long, it does not wait for an answer either, except to the end of a transaction. Later than the server cancels
 * the statement.
 */
const LAST_ANSWER_WITHIN_MS = 9_700;

/** How long a request has waited for the database: for connections, turns and answers. Waits at once count once. */
export class DatabaseWaits {
  #firstAsked: number | undefined;
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
    return this.#isLimited && this.#firstAsked !== undefined ? this.#firstAsked : performance.now();
  }

  /** The sender decides how long a body takes, and must not gain a place in the queue by that. */
  forgetAge(): void {
    this.#firstAsked = undefined;
  }

  begin(): () => void {
    if (this.#isLimited && this.waitedMs > WAITS_MAX_MS) throw busyDatabase();
    this.#firstAsked ??= performance.now();
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

/** When the current request first asked the database. Work of the process goes before all: requests depend on it. */
export function waitingSince(): number {
  return current.getStore()?.since ?? Number.NEGATIVE_INFINITY;
}

/**
 * Waits at most `maxMs` for something that must be returned, such as a connection. Asks for it with a signal that ends the
 * wait. @throws as for an unavailable database; `giveBack` then gets what comes too late
 */
export async function waitToBorrow<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  options: { readonly maxMs: number; readonly giveBack: (late: T) => void },
): Promise<T> {
  const endWait = beginWait();
  const patience = new AbortController();
  const refused = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    patience.abort(busyDatabase());
    refused.reject(busyDatabase());
  }, options.maxMs);
  const asked = ask(patience.signal);
  try {
    return await Promise.race([asked, refused.promise]);
  } catch (error) {
    asked.then(options.giveBack).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    endWait();
  }
}

/** With the SQLSTATE for too many connections, so that it counts as an unavailable database. */
export function busyDatabase(): Error {
  return Object.assign(new Error('waited too long for the database: it is busy or does not answer'), {
    code: '53300',
  });
}
