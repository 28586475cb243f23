import type { MasterKeys } from '../../crypto/master-keys.ts';
import { afterCommit, type DatabaseReader, type DatabaseTransaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { registerKey } from './audit-keys.ts';
import { AUDIT_HEAD_COLUMNS, type AuditHead, requireSeal, type SealedHead } from './audit-seal.ts';
import { type ChainExtension, linkEntries } from './link-entries.ts';
import { writeExtension } from './write-extension.ts';

export type LockedHead = AuditHead & { readonly locked: DatabaseTransaction };

/** Locks the head, so that transactions append one after another. @throws BrokenSeal if its seal is invalid */
export async function lockAuditHead(
  transaction: DatabaseTransaction,
  masterKeys: MasterKeys,
): Promise<LockedHead> {
  const head = await transaction
    .selectFrom('audit_head')
    .select(AUDIT_HEAD_COLUMNS)
    .forUpdate()
    .executeTakeFirstOrThrow();
  requireSeal(head, masterKeys());
  return { ...head, locked: transaction };
}

/** Extends the chain. Call it last in a transaction, so that numbers have no gaps and follow commit order. */
export async function extendChain(
  { locked, ...head }: LockedHead,
  contents: readonly AuditContent[],
  masterKeys: MasterKeys,
  at: Date,
): Promise<SealedHead> {
  // Read the keys under the head's lock, so that no process seals with an old key after a rotation.
  const ring = masterKeys();
  await registerKey(locked, head, ring, at);
  const extension = linkEntries(head, contents, ring[0], at);
  const other = await writeExtension(locked, extension);
  if (other !== undefined) throw new Error('the head of the audit log changed while it was locked');
  return extension.head;
}

/** Extends the chain. Call it last in a transaction, because the head stays locked until commit. @throws AuditFault */
type ExtendAuditChain = (
  transaction: DatabaseTransaction,
  contents: readonly AuditContent[],
  lastWrite?: Promise<unknown>,
) => Promise<void>;

/** Remembers the heads of the log, to notice one that was rolled back. */
export interface SeenHeads {
  /** Compares the log with the newest head that was seen. @param now milliseconds since 1970 */
  readonly compare: (reader: DatabaseReader, now: number) => Promise<unknown>;
  /** Notes a committed head, and the one before it. */
  readonly noteWritten: (previous: AuditHead, head: SealedHead, now: number) => void;
}

/** Links entries to this process's last head before locking. Links again if the stored head differs. */
export function createAuditChain(
  masterKeys: MasterKeys,
  now: () => Date,
  seenHeads?: SeenHeads,
): ExtendAuditChain {
  let last: SealedHead | undefined;

  function linkToLast(contents: readonly AuditContent[]): ChainExtension | undefined {
    const [key] = masterKeys();
    return last?.seal_key_id.equals(key.id) ? linkEntries(last, contents, key, now()) : undefined;
  }

  async function write(
    transaction: DatabaseTransaction,
    contents: readonly AuditContent[],
    extension: ChainExtension | undefined,
  ): Promise<void> {
    const noteOnceCommitted = (previous: AuditHead, head: SealedHead) =>
      afterCommit(transaction, () => seenHeads?.noteWritten(previous, head, now().getTime()));
    let found: AuditHead | undefined;
    if (extension !== undefined) {
      // Safe before the commit, because the next writer waits for the head's lock.
      last = extension.head;
      found = await writeExtension(transaction, extension);
      if (found === undefined) return noteOnceCommitted(extension.previous, last);
      requireSeal(found, masterKeys());
    }
    found ??= await lockAuditHead(transaction, masterKeys);
    await seenHeads?.compare(transaction, now().getTime());
    last = await extendChain({ ...found, locked: transaction }, contents, masterKeys, now());
    noteOnceCommitted(found, last);
  }

  return async (transaction, contents, lastWrite) => {
    let extension = linkToLast(contents);
    if (lastWrite !== undefined) {
      await lastWrite;
      if (extension?.previous !== last) extension = linkToLast(contents);
    }
    await writingAudit(() => write(transaction, contents, extension));
  };
}

/** Error for an audit entry that cannot be written, which also fails its action. */
export class AuditFault extends Error {
  constructor(cause: unknown) {
    super(`No audit entry can be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Runs `write`. @throws AuditFault for any error, unless the database is unavailable */
export async function writingAudit<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error) ? error : new AuditFault(error);
  }
}
