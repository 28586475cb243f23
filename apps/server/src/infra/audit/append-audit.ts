import type { MasterKeys } from '../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { type ChainOptions, createAuditChain } from './chain/audit-chain.ts';
import { type AuditEntry, contentOfEntry } from './entry/new-entry.ts';

export type { AuditEntry };

/** Writes an audit entry after `lastWrite`, the action's pending last write. If that fails, throws its error. */
export type AppendAudit = (
  transaction: DatabaseTransaction,
  entry: AuditEntry,
  lastWrite?: Promise<unknown>,
) => Promise<void>;

/** The returned function must come last in a transaction, because the head can stay locked until commit. */
export function createAppendAudit(
  masterKeys: MasterKeys,
  now: () => Date,
  options?: ChainOptions,
): AppendAudit {
  const extendChain = createAuditChain(masterKeys, now, options);
  return async (transaction, entry, lastWrite) => {
    // Prevents an unhandled rejection if something fails before `lastWrite` is awaited below.
    lastWrite?.catch(() => undefined);
    await extendChain(transaction, contentOfEntry(entry, now()), lastWrite);
  };
}
