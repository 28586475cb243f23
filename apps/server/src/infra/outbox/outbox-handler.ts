import type { DatabaseTransaction } from '../db/database.ts';

export interface OutboxEntry {
  readonly id: string;
  readonly kind: string;
  readonly createdAt: Date;
  readonly payload: unknown;
}

/** Handler of one kind. `inTransaction` takes effect exactly once; `outside` may run again after a crash. */
export type OutboxHandler =
  | { readonly inTransaction: (transaction: DatabaseTransaction, entry: OutboxEntry) => Promise<void> }
  | {
      /** @param signal aborts when the process stops. */
      readonly outside: (entry: OutboxEntry, signal: AbortSignal) => Promise<void>;
    };

export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/** A failure worth a retry. The message is stored and logged, so it must not contain secrets. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
}

/** A final failure. The message is stored, logged and audited, so it must not contain secrets. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
