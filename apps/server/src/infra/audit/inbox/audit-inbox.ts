import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditAlarm } from '@halyard/audit-proof/page-proof';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { startBackgroundJob } from '../../background-job.ts';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import { afterCommit, type Database, type DatabaseTransaction } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { extendChain, lockAuditHead, type SeenHeads, writingAudit } from '../chain/audit-chain.ts';
import type { AuditHead } from '../chain/audit-seal.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { contentOfEntry } from '../entry/new-entry.ts';
import {
  deleteWaitingEntries,
  readWaitingEntries,
  type WaitingEntry,
  writeWaitingEntry,
} from './inbox-entries.ts';

const BATCH_MAX = 1_000;
/** Time in which more entries come for a batch. */
const GATHERING_MS = 10;
/** How often entries are looked for that another process left behind. */
const LOOK_EVERY_MS = 1_000;
/** Longest that a reader of the log waits for entries. */
const READERS_WAIT_MS = 500;

/** Entries of committed acts that found the head locked, until they are linked to the log (decision 20). */
export interface AuditInbox {
  /** Writes an entry that is linked soon after the commit. @throws the error for which entries cannot be linked now */
  readonly add: (transaction: DatabaseTransaction, content: AuditContent) => Promise<void>;
  /** Links all entries that were committed before the call. @throws AuditFault, or that the database is unavailable */
  readonly linkAll: () => Promise<void>;
  /** As `linkAll`, before a read of the log. After half a second, or if it fails, readers see the log as it is. */
  readonly catchUp: () => Promise<void>;
  /** An entry of this process that disappeared before it was linked. */
  readonly alarm: () => AuditAlarm | undefined;
  /** Links what other processes left behind, once a second. Returns a function that stops it and links all. */
  readonly start: () => () => Promise<void>;
}

export function createAuditInbox({
  database,
  masterKeys,
  now,
  seenHeads,
  log,
}: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly now: () => number;
  readonly seenHeads: SeenHeads;
  readonly log: Pick<DatabaseLog, 'error' | 'warn'>;
}): AuditInbox {
  const oneAtATime = pLimit(1);
  /** Ids of committed entries of this process that it has not found in the log yet. */
  const own = new Set<string>();
  let newestHead: Buffer | undefined;
  let isPlanned = false;
  let failure: unknown;
  let alarm: AuditAlarm | undefined;

  async function linkAll(): Promise<void> {
    try {
      if (await hasEntries()) {
        await oneAtATime(async () => {
          while (await writingAudit(() => database.transactionOutOfTurn(linkBatch)));
        });
      }
      failure = undefined;
    } catch (error) {
      if (failure === undefined) log.warn({ err: error }, 'could not link waiting audit entries');
      failure = error;
      throw error;
    }
  }

  async function hasEntries(): Promise<boolean> {
    const { rows } = await sql`SELECT FROM audit_inbox LIMIT 1`.execute(database.reader);
    return rows.length > 0 || own.size > 0;
  }

  /** Returns whether there may be more. */
  async function linkBatch(transaction: DatabaseTransaction): Promise<boolean> {
    const expected = [...own];
    const head = await lockAuditHead(transaction, masterKeys);
    const entries = await readWaitingEntries(transaction, masterKeys(), BATCH_MAX);
    const isWhole = entries.length < BATCH_MAX;
    if (isWhole) await findLost(transaction, expected, entries, head);
    if (entries.length > 0) await link(transaction, entries, head);
    afterCommit(transaction, () => {
      for (const id of isWhole ? expected : entries.map(({ content }) => content.id)) own.delete(id);
    });
    return !isWhole;
  }

  async function link(
    transaction: DatabaseTransaction,
    entries: readonly WaitingEntry[],
    head: Awaited<ReturnType<typeof lockAuditHead>>,
  ): Promise<void> {
    const at = new Date(now());
    if (!newestHead?.equals(head.hash)) await seenHeads.compare(transaction, at.getTime());
    const contents = entries.map((entry) => (entry.isOurs ? entry.content : refused(entry)));
    const { locked: _, ...previous } = head;
    const next = await extendChain(head, contents, masterKeys, at);
    await deleteWaitingEntries(transaction, entries);
    afterCommit(transaction, () => {
      newestHead = next.hash;
      seenHeads.noteWritten(previous, next, at.getTime());
    });
  }

  /** Somebody else wrote it. It stays on record, but not as an act. */
  function refused({
    content: { id, action, description, actor_email, created_at },
  }: WaitingEntry): AuditContent {
    log.error({ entry: id }, 'An entry that Halyard did not write waited for the audit log');
    const metadata = { id, action, description, actor_email, created_at };
    return contentOfEntry(
      {
        action: 'audit_log.refuse_entry',
        category: 'system_operation',
        description: 'Refused an entry that Halyard did not write',
        status: 'failure',
        actor: { type: 'system' },
        resource: { type: 'audit_log' },
        metadata,
      },
      new Date(now()),
    );
  }

  /** Somebody may have deleted an entry before it was linked. */
  async function findLost(
    transaction: DatabaseTransaction,
    expected: readonly string[],
    entries: readonly WaitingEntry[],
    { sequence }: AuditHead,
  ): Promise<void> {
    const waiting = new Set(entries.map(({ content }) => content.id));
    const elsewhere = expected.filter((id) => !waiting.has(id));
    if (elsewhere.length === 0) return;
    const { rows } = await sql<{ readonly id: string }>`
      SELECT id FROM unnest(${elsewhere}::uuid[]) AS expected (id)
      WHERE NOT EXISTS (SELECT FROM audit_log WHERE audit_log.id = expected.id)`.execute(transaction);
    for (const { id } of rows) {
      const reason = `should follow: the entry ${id} was deleted before it was linked`;
      alarm ??= { sequence: sequence + 1, reason, foundAt: new Date(now()).toISOString() };
      log.error({ entry: id }, 'AUDIT LOG BROKEN: an entry was deleted before it was linked');
    }
  }

  function linkSoon(): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      linkAll().catch(() => undefined);
    }, GATHERING_MS).unref();
  }

  return {
    linkAll,
    alarm: () => alarm,

    async add(transaction, content) {
      if (failure !== undefined) throw failure;
      await writeWaitingEntry(transaction, content, masterKeys()[0]);
      afterCommit(transaction, () => {
        own.add(content.id);
        linkSoon();
      });
    },

    async catchUp() {
      if (failure !== undefined) return;
      await Promise.race([
        linkAll().catch(() => undefined),
        sleep(READERS_WAIT_MS, undefined, { ref: false }),
      ]);
    },

    start() {
      const step = async () => {
        await linkAll().catch(() => undefined);
        return LOOK_EVERY_MS;
      };
      const stop = startBackgroundJob(step, log, 'could not link waiting audit entries');
      return async () => {
        await stop();
        await linkAll().catch(() => undefined);
      };
    },
  };
}
