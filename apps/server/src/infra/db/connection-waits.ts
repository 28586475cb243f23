import { AsyncLocalStorage } from 'node:async_hooks';

/** A request may take a connection often, and must not wait its full time for each. */
const WAITS_MAX_MS = 5_000;

/** How long a request has waited for connections and turns so far, in milliseconds. */
export interface ConnectionWaits {
  waitedMs: number;
  isLimited: boolean;
}

const current = new AsyncLocalStorage<ConnectionWaits>();

export function newConnectionWaits(): ConnectionWaits {
  return { waitedMs: 0, isLimited: true };
}

/** Runs work of the process that a request only happened to start. */
export function apartFromRequest<T>(work: () => T): T {
  return current.exit(work);
}

/** Runs a part of a request whose waits count together. */
export function withConnectionWaits<T>(waits: ConnectionWaits, work: () => T): T {
  return current.run(waits, work);
}

/** For an export, which takes as many minutes as its reader does. */
export function allowLongWaits(): void {
  const waits = current.getStore();
  if (waits !== undefined) waits.isLimited = false;
}

/** Begins a wait of the current request, if there is one. Returns what ends it. Throws if it has waited too long already. */
export function beginWait(): () => void {
  const waits = current.getStore();
  if (waits?.isLimited && waits.waitedMs > WAITS_MAX_MS) throw busyDatabase();
  const begunAt = performance.now();
  return () => {
    if (waits !== undefined) waits.waitedMs += performance.now() - begunAt;
  };
}

/** With the SQLSTATE for too many connections, so that it counts as an unavailable database. */
export function busyDatabase(): Error {
  return Object.assign(new Error('too many requests wait for the database'), { code: '53300' });
}
