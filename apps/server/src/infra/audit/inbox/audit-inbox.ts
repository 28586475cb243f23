import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { startBackgroundJob } from '../../background-job.ts';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import { afterCommit, type Database, type DatabaseTransaction } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { apartFromRequest, busyDatabase } from '../../db/database-waits.ts';
import {
  extendChain,
  type Inbox,
  type LockedHead,
  lockAuditHead,
  type SeenHeads,
  writingAudit,
} from '../chain/audit-chain.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { contentOfEntry } from '../entry/new-entry.ts';
import { deleteWaitingEntries, readWaitingEntries, writeWaitingEntry } from './inbox-entries.ts';

const BATCH_MAX = 1_000;
/** Time in which more entries come for a batch. */
const GATHERING_MS = 10;
/** How often a process looks for entries that another one left behind. */
const POLL_MS = 1_000;
/** Longest that a reader of the log waits for entries. */
const READERS_WAIT_MS = 500;
/** Most of a refused row that is recorded. */
const RECORDED_MAX = 5_000;

/** Entries of committed acts that found the head locked, until they are linked to the log (decision 20). */
export interface AuditInbox extends Inbox {
  /** Writes an entry that is linked soon after the commit. Throws while no entries can be linked. */
  readonly add: Inbox['add'];
  /** Links all entries that were committed before the call. @throws AuditFault, or that the database is unavailable */
  readonly linkAll: () => Promise<void>;
  /** As `linkAll`, for a request. @throws also that the database is busy, if it takes longer than these milliseconds */
  readonly linkWithin: (patienceMs: number) => Promise<void>;
  /** As `linkAll`, before a read of the log. After half a second, or if it fails, readers see the log as it is. */
  readonly catchUp: () => Promise<void>;
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
  /** Committed entries of this process that it has not found in the log yet, by id. */
  const unlinked = new Map<string, AuditContent>();
  let newestHead: Buffer | undefined;
  let isPlanned = false;
  let queued: Promise<void> | undefined;
  let failure: unknown;

  /** Calls share the next run, because it begins after all of them. */
  async function linkAll(): Promise<void> {
    queued ??= oneAtATime(async () => {
      queued = undefined;
      await apartFromRequest(link);
    });
    await queued;
  }

  async function link(): Promise<void> {
    try {
      if (await hasEntries()) {
        while (await writingAudit(() => database.transactionOutOfTurn(linkBatch)));
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
    return rows.length > 0 || unlinked.size > 0;
  }

  /** Returns whether there may be more. */
  async function linkBatch(transaction: DatabaseTransaction): Promise<boolean> {
    const own = new Map(unlinked);
    const head = await lockAuditHead(transaction, masterKeys);
    const read = await readWaitingEntries(transaction, masterKeys(), BATCH_MAX);
    const unknown = read.findIndex(({ hasUnknownKey }) => hasUnknownKey);
    if (unknown === 0) {
      const { id } = read[0] ?? {};
      throw new Error(
        `the waiting audit entry ${id} has the seal of another master key: add that key to MASTER_KEY_PREVIOUS`,
      );
    }
    const entries = unknown === -1 ? read : read.slice(0, unknown);
    const isWhole = read.length < BATCH_MAX && unknown === -1;
    const rows = await deleteWaitingEntries(transaction, entries);
    const linked = entries.map(({ content, position }) => content ?? refusal(rows.get(position) ?? ''));
    const lost = isWhole ? await findLost(transaction, own, linked) : [];
    await extend(transaction, head, [...linked, ...lost]);
    afterCommit(transaction, () => {
      for (const id of isWhole ? own.keys() : linked.map((content) => content.id)) unlinked.delete(id);
    });
    return read.length === BATCH_MAX || unknown > 0;
  }

  async function extend(
    transaction: DatabaseTransaction,
    head: LockedHead,
    contents: readonly AuditContent[],
  ): Promise<void> {
    if (contents.length === 0) return;
    const at = new Date(now());
    if (!newestHead?.equals(head.hash)) await seenHeads.compare(transaction, at.getTime());
    const next = await extendChain(head, contents, masterKeys, at);
    afterCommit(transaction, () => {
      newestHead = next.hash;
      seenHeads.noteWritten(head, next, at.getTime());
    });
  }

  /** Finds own entries that are in neither place, because somebody deleted or changed them while they waited. */
  async function findLost(
    transaction: DatabaseTransaction,
    own: ReadonlyMap<string, AuditContent>,
    linked: readonly AuditContent[],
  ): Promise<readonly AuditContent[]> {
    const found = new Set(linked.map(({ id }) => id));
    const missing = [...own.keys()].filter((id) => !found.has(id));
    if (missing.length === 0) return [];
    const { rows } = await sql<{ readonly id: string }>`
      SELECT id FROM unnest(${missing}::uuid[]) AS missing (id)
      WHERE NOT EXISTS (SELECT FROM audit_log WHERE audit_log.id = missing.id)`.execute(transaction);
    return rows.flatMap(({ id }) => {
      const content = own.get(id);
      if (content === undefined) return [];
      const text = 'Linked an entry that was deleted or changed while it waited';
      return [content, note('audit_log.restore_entry', text, { entry: id })];
    });
  }

  /** Records a row that somebody else wrote or changed, but not as an act. */
  function refusal(row: string): AuditContent {
    const metadata = { row: row.slice(0, RECORDED_MAX) };
    return note('audit_log.refuse_entry', 'Refused an entry that Halyard did not write', metadata);
  }

  function note(
    action: string,
    description: string,
    metadata: Readonly<Record<string, string>>,
  ): AuditContent {
    log.error(metadata, `AUDIT LOG: ${description}. Find out who wrote to the database`);
    const entry = {
      action,
      category: 'system_operation',
      description,
      status: 'failure',
      actor: { type: 'system' },
      resource: { type: 'audit_log' },
      metadata,
    } as const;
    return contentOfEntry(entry, new Date(now()));
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
    isInUse: () => unlinked.size > 0,

    async add(transaction, content) {
      if (failure !== undefined) throw failure;
      await writeWaitingEntry(transaction, content, masterKeys()[0]);
      afterCommit(transaction, () => {
        unlinked.set(content.id, content);
        linkSoon();
      });
    },

    async linkWithin(patienceMs) {
      const patience = sleep(patienceMs, undefined, { ref: false }).then(() => {
        throw busyDatabase();
      });
      await Promise.race([linkAll(), patience]);
    },

    async catchUp() {
      if (failure !== undefined) return;
      const patience = sleep(READERS_WAIT_MS, undefined, { ref: false });
      await Promise.race([linkAll().catch(() => undefined), patience]);
    },

    start() {
      const step = async () => {
        await linkAll().catch(() => undefined);
        return POLL_MS;
      };
      const stop = startBackgroundJob(step, log, 'could not link waiting audit entries');
      return async () => {
        await stop();
        await linkAll().catch(() => undefined);
      };
    },
  };
}
