import { AsyncLocalStorage } from 'node:async_hooks';

/** A request makes many statements, and must not wait its full time for each of them. */
const WAITS_MAX_MS = 5_000;

/** How long a request has waited for the database: for connections, turns and answers. Waits at once count once. */
export class DatabaseWaits {
  #endedMs = 0;
  #open = 0;
  #openSince = 0;
  #isLimited = true;

  get waitedMs(): number {
    return this.#endedMs + (this.#open === 0 ? 0 : performance.now() - this.#openSince);
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

/** With the SQLSTATE for too many connections, so that it counts as an unavailable database. */
export function busyDatabase(): Error {
  return Object.assign(new Error('too many requests wait for the database'), { code: '53300' });
}
