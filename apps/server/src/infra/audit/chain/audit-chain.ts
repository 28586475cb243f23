import { CompiledQuery } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import { afterCommit, type DatabaseReader, type DatabaseTransaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { registerKey } from './audit-keys.ts';
import { type AuditHead, requireSeal, type SealedHead } from './audit-seal.ts';
import { type ChainExtension, linkEntries } from './link-entries.ts';
import { type HeadLock, selectLockedHead, writeExtension } from './write-extension.ts';

export type LockedHead = AuditHead & { readonly locked: DatabaseTransaction };

/** Locks the head, so that transactions append one after another. @throws BrokenSeal if its seal is invalid */
export async function lockAuditHead(
  transaction: DatabaseTransaction,
  masterKeys: MasterKeys,
): Promise<LockedHead> {
  const head = await findHead(transaction, 'wait');
  if (head === undefined) throw new Error('audit_head has no row');
  requireSeal(head, masterKeys());
  return { ...head, locked: transaction };
}

async function findHead(transaction: DatabaseTransaction, lock: HeadLock): Promise<AuditHead | undefined> {
  const { rows } = await transaction.executeQuery<AuditHead>(CompiledQuery.raw(selectLockedHead(lock)));
  return rows[0];
}

/** Extends the chain and seals it as of `at`. The head stays locked until commit. */
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
  const outcome = await writeExtension(locked, extension, 'wait');
  if (outcome !== 'written') throw new Error('the head of the audit log changed while it was locked');
  return extension.head;
}

/** Call it last in a transaction, because the head stays locked until commit. @throws AuditFault */
type ExtendAuditChain = (
  transaction: DatabaseTransaction,
  content: AuditContent,
  lastWrite?: Promise<unknown>,
) => Promise<void>;

/** Remembers the heads of the log, to notice one that was rolled back. */
export interface SeenHeads {
  /** Compares the log with the newest head that was seen. @param now milliseconds since 1970 */
  readonly compare: (reader: DatabaseReader, now: number) => Promise<unknown>;
  /** Notes a committed head, and the one before it. */
  readonly noteWritten: (previous: AuditHead, head: SealedHead, now: number) => void;
}

/** Takes an entry whose transaction would have to wait for the head. */
export interface Inbox {
  readonly add: (transaction: DatabaseTransaction, content: AuditContent) => Promise<void>;
  /** Whether entries of this process wait there, behind which new ones belong. */
  readonly isInUse: () => boolean;
}

export interface ChainOptions {
  readonly seenHeads?: SeenHeads | undefined;
  /** Without it, transactions wait for the head. */
  readonly inbox?: Inbox | undefined;
}

/** Links an entry to this process's last head before locking. Links again if the stored head differs. */
export function createAuditChain(
  masterKeys: MasterKeys,
  now: () => Date,
  { seenHeads, inbox }: ChainOptions = {},
): ExtendAuditChain {
  const lock = inbox === undefined ? 'wait' : 'skip';
  let last: SealedHead | undefined;

  function linkToLast(content: AuditContent): ChainExtension | undefined {
    const [key] = masterKeys();
    return last?.seal_key_id.equals(key.id) ? linkEntries(last, [content], key, now()) : undefined;
  }

  async function write(
    transaction: DatabaseTransaction,
    content: AuditContent,
    extension: ChainExtension | undefined,
  ): Promise<void> {
    const noteOnceCommitted = (previous: AuditHead, head: SealedHead) =>
      afterCommit(transaction, () => seenHeads?.noteWritten(previous, head, now().getTime()));
    let found: AuditHead | undefined;
    if (extension === undefined) {
      found = await findHead(transaction, lock);
    } else {
      const outcome = await writeExtension(transaction, extension, lock);
      if (outcome === 'written') {
        // Safe before the commit, because the stored head is always compared.
        last = extension.head;
        return noteOnceCommitted(extension.previous, last);
      }
      found = outcome;
    }
    if (found === undefined) {
      if (inbox === undefined) throw new Error('audit_head has no row');
      return await inbox.add(transaction, content);
    }
    requireSeal(found, masterKeys());
    await seenHeads?.compare(transaction, now().getTime());
    last = await extendChain({ ...found, locked: transaction }, [content], masterKeys, now());
    noteOnceCommitted(found, last);
  }

  return async (transaction, content, lastWrite) => {
    if (inbox?.isInUse()) {
      await lastWrite;
      return await writingAudit(() => inbox.add(transaction, content));
    }
    let extension = linkToLast(content);
    if (lastWrite !== undefined) {
      await lastWrite;
      if (extension?.previous !== last) extension = linkToLast(content);
    }
    await writingAudit(() => write(transaction, content, extension));
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

/** Runs `write`. @throws AuditFault for any other error than an unavailable database */
export async function writingAudit<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isKnown = error instanceof AuditFault || (error instanceof Error && isDatabaseUnavailable(error));
    throw isKnown ? error : new AuditFault(error);
  }
}
