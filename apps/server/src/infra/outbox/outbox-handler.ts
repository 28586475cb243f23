import type { DatabaseTransaction } from '../db/database.ts';

/** An entry as passed to its handler. */
export interface OutboxEntry {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: Date;
  /** The JSON that was enqueued. */
  readonly payload: unknown;
}

/**
 * Processes entries of one kind. `inTransaction` runs exactly once, in the transaction that marks the entry done.
 * `outside` runs before the mark, and again if the process dies in between. Errors are retried later, except a
 * `PermanentFailure`.
 */
export type OutboxHandler =
  | { readonly inTransaction: (transaction: DatabaseTransaction, entry: OutboxEntry) => Promise<void> }
  | {
      /** @param signal aborts when the process stops. */
      readonly outside: (entry: OutboxEntry, signal: AbortSignal) => Promise<void>;
    };

/** Handlers by kind of entry. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** A failure worth a retry. The message is stored and logged, so it must not contain secrets. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
}

/** A final failure. The message is stored, logged and audited, so it must not contain secrets. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
