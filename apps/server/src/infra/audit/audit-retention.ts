import { toHex } from '@halyard/audit-proof/bytes';
import { sql } from 'kysely';
import type { MasterKeys } from '../crypto/master-keys.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../db/database.ts';
import { allowLongStatements } from '../db/long-statements.ts';
import { type AppendAudit, createAppendAudit } from './append-audit.ts';
import { lockAuditHead } from './audit-chain.ts';
import { beginAuditPartition, dropAuditPartition, readAuditPartitions } from './audit-partitions.ts';
import { TILE_SIZE } from './audit-seal.ts';
import { areHashesKept, keepHashes } from './dropped-hashes.ts';

const DAY_MS = 86_400_000;
/** A part of the table takes entries for about a month, unless there are many. */
const PARTITION_DAYS = 30;
const PARTITION_ENTRIES = 1_000_000;

export interface RetentionParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  /** Milliseconds since 1970 by this process, which its entries say. */
  readonly now: () => number;
  /**
   * Milliseconds since 1970 by the database, which decide what is old: a process whose clock is far ahead would drop
   * for good what is not.
   */
  readonly databaseNow: (reader: DatabaseReader) => Promise<number>;
  /** 0 keeps entries for ever. */
  readonly retentionDays: number;
}

/**
 * Drops whole parts of the audit log whose newest entry is older than entries are kept, one at a time, and begins a new
 * part now and then. What is dropped was checked again before, and leaves its part of the tree and its hashes, so
 * that everything after it is proved as ever, whenever a reader saw the log, and an entry that says so.
 */
export async function keepAuditRetention(parts: RetentionParts): Promise<void> {
  const { database, retentionDays, now } = parts;
  if (retentionDays === 0) return;
  const appendAudit = createAppendAudit(parts.masterKeys, () => new Date(now()));
  do {
    const old = await findOldPart(database.reader, parts);
    if (old !== undefined) await keepHashes(database, old);
  } while (await database.transaction((transaction) => dropOldest(transaction, appendAudit, parts)));
  await database.transaction((transaction) => beginNext(transaction, parts));
}

/** A part of which every entry is checked and older than entries are kept. */
interface OldPart {
  readonly name: string;
  readonly first: number;
  readonly end: number;
  readonly newestAt: Date;
}

async function findOldPart(
  reader: DatabaseReader,
  { databaseNow, retentionDays }: RetentionParts,
): Promise<OldPart | undefined> {
  const [oldest] = await readAuditPartitions(reader);
  if (oldest?.end === undefined) return undefined;
  const { name, end } = oldest;
  const { first, newestAt, tiles } = await readPartition(reader, { ...oldest, end });
  const oldestKept = (await databaseNow(reader)) - retentionDays * DAY_MS;
  const isOld = newestAt !== null && newestAt.getTime() < oldestKept;
  return isOld && tiles * TILE_SIZE >= end - 1 ? { name, first, end, newestAt } : undefined;
}

async function dropOldest(
  transaction: DatabaseTransaction,
  appendAudit: AppendAudit,
  parts: RetentionParts,
): Promise<boolean> {
  const { masterKeys, retentionDays } = parts;
  await allowLongStatements(transaction);
  const { root, sequence } = await lockAuditHead(transaction, masterKeys);
  const old = await findOldPart(transaction, parts);
  if (old === undefined || root === null || sequence < old.end) return false;
  if (!(await areHashesKept(transaction, old))) return false;
  const { first, end, newestAt } = old;
  await dropAuditPartition(transaction, old);
  await appendAudit(transaction, {
    action: 'audit_log.drop',
    category: 'system_operation',
    description: `Audit entries ${first} to ${end - 1} dropped by age`,
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'audit_log' },
    metadata: {
      first,
      last: end - 1,
      newest_at: newestAt.toISOString(),
      retention_days: retentionDays,
      sealed_size: sequence,
      sealed_root: toHex(root),
    },
  });
  return true;
}

interface PartitionState {
  readonly first: number;
  readonly newestAt: Date | null;
  readonly tiles: number;
}

async function readPartition(
  reader: DatabaseReader,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<PartitionState> {
  const { rows } = await sql<PartitionState>`
    SELECT first_sequence AS first, tiles,
      (SELECT max(created_at) FROM audit_log WHERE sequence >= ${first} AND sequence < ${end}) AS "newestAt"
    FROM audit_blocks, audit_watch`.execute(reader);
  const [state] = rows;
  if (state === undefined) throw new Error('audit_blocks has no row');
  return state;
}

async function beginNext(
  transaction: DatabaseTransaction,
  { masterKeys, databaseNow }: RetentionParts,
): Promise<void> {
  await allowLongStatements(transaction);
  const { sequence } = await lockAuditHead(transaction, masterKeys);
  const current = (await readAuditPartitions(transaction)).at(-1);
  if (current === undefined) return;
  const { rows } = await sql<{ readonly sequence: number; readonly created_at: Date }>`
    SELECT sequence, created_at FROM audit_log WHERE sequence >= ${current.first} ORDER BY sequence LIMIT 1`.execute(
    transaction,
  );
  const [oldest] = rows;
  if (oldest === undefined) return;
  const isFull =
    oldest.created_at.getTime() < (await databaseNow(transaction)) - PARTITION_DAYS * DAY_MS ||
    sequence - oldest.sequence >= PARTITION_ENTRIES;
  if (isFull) await beginAuditPartition(transaction, current, sequence);
}
