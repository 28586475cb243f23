import type { DatabaseTransaction } from '../db/database.ts';

/** An entry as its handler sees it. */
export interface OutboxEntry {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: Date;
  /** The JSON that was enqueued. */
  readonly payload: unknown;
}

/**
 * Works on the entries of one kind. `inTransaction` runs in the transaction that marks the entry done: exactly
 * once. `outside` runs before the mark: again, should the process end in between. Whatever they throw is
 * tried again later; a `PermanentFailure` is not.
 */
export type OutboxHandler =
  | { readonly inTransaction: (transaction: DatabaseTransaction, entry: OutboxEntry) => Promise<void> }
  | {
      /** @param signal says that the process stops and waits no longer. */
      readonly outside: (entry: OutboxEntry, signal: AbortSignal) => Promise<void>;
    };

/** Handlers by the kind of the entries that they work on. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** Work that may succeed at another time. The message is stored and logged: it never holds a secret. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
}

/** Work that no repetition mends. The message is stored, logged and audited: it never holds a secret. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
