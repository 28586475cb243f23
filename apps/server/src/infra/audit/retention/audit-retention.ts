import { toHex } from '@halyard/audit-proof/bytes';
import { DROP_ACTION } from '@halyard/audit-proof/drop-proof';
import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../db/database.ts';
import { allowLongStatements } from '../../db/long-statements.ts';
import { onlyRow } from '../../db/only-row.ts';
import { type AppendAudit, createAppendAudit } from '../append-audit.ts';
import { lockAuditHead } from '../chain/audit-chain.ts';
import { TILE_SIZE } from '../chain/audit-seal.ts';
import { wasSealedBefore } from '../chain/kept-seals.ts';
import { areHashesKept, keepHashes } from '../proof/dropped-hashes.ts';
import {
  beginAuditPartition,
  dropAuditPartition,
  noteAuditDrop,
  readAuditPartitions,
} from './audit-partitions.ts';

const DAY_MS = 86_400_000;
/** A partition takes entries for about a month, or less if there are many. */
const PARTITION_DAYS = 30;
const PARTITION_ENTRIES = 1_000_000;
/** Closing a partition scans it under a lock, so without retention, a larger one stays as it is. */
const SCANNED_ENTRIES_MAX = 2 * PARTITION_ENTRIES;
/** Longer without retention, because no partition is dropped and each slows down lookups by id. */
const KEPT_PARTITION_DAYS = 365;

export interface RetentionParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  /** Milliseconds since 1970 by `DatabaseClock`, which dates entries. */
  readonly now: () => number;
  /** Milliseconds since 1970 by the database's clock, because a wrong process clock could drop recent entries. */
  readonly databaseNow: (reader: DatabaseReader) => Promise<number>;
  /** 0 keeps entries forever. */
  readonly retentionDays: number;
}

/**
 * Drops expired partitions after a recheck. Starts the next one even without retention, which may be turned on later.
 * Tiles and hashes stay for later proofs.
 */
export async function keepAuditRetention(parts: RetentionParts): Promise<void> {
  if (parts.retentionDays > 0) await dropExpired(parts);
  await parts.database.transaction((transaction) => beginNext(transaction, parts));
}

async function dropExpired(parts: RetentionParts): Promise<void> {
  const { database, now } = parts;
  const appendAudit = createAppendAudit(parts.masterKeys, () => new Date(now()));
  do {
    const old = await findOldPart(database.reader, parts);
    if (old !== undefined) await keepHashes(database, old);
  } while (await database.transaction((transaction) => dropOldest(transaction, appendAudit, parts)));
}

interface OldPart {
  readonly name: string;
  readonly first: number;
  readonly end: number;
  readonly newestAt: Date;
}

/** Finds an expired partition by two times and a kept seal, because the times may be wrong or forged. */
async function findOldPart(
  reader: DatabaseReader,
  { masterKeys, databaseNow, retentionDays }: RetentionParts,
): Promise<OldPart | undefined> {
  const [oldest, next] = await readAuditPartitions(reader);
  if (oldest?.end === undefined) return undefined;
  const { name, end } = oldest;
  const { first, newestAt, tiles } = await readPartition(reader, { ...oldest, end });
  const before = (await databaseNow(reader)) - retentionDays * DAY_MS;
  const isOld = newestAt !== null && Math.max(newestAt.getTime(), timeOf(next?.begunAt)) < before;
  if (!isOld || tiles * TILE_SIZE < end - 1) return undefined;
  const isSealed = await wasSealedBefore(reader, masterKeys(), { size: end - 1, before: new Date(before) });
  return isSealed ? { name, first, end, newestAt } : undefined;
}

function timeOf(at: Date | null | undefined): number {
  return at?.getTime() ?? 0;
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
    action: DROP_ACTION,
    category: 'system_operation',
    description: `Audit entries ${first} to ${end - 1} removed by retention`,
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
  await noteAuditDrop(transaction, { end, droppedBy: sequence + 1 });
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
    SELECT first_sequence AS first, coalesce((SELECT tiles FROM audit_watch), 0) AS tiles,
      (SELECT max(created_at) FROM audit_log WHERE sequence >= ${first} AND sequence < ${end}) AS "newestAt"
    FROM audit_blocks`.execute(reader);
  return onlyRow(rows);
}

async function beginNext(
  transaction: DatabaseTransaction,
  { masterKeys, databaseNow, retentionDays }: RetentionParts,
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
  const size = sequence - oldest.sequence;
  if (retentionDays === 0 && size > SCANNED_ENTRIES_MAX) return;
  const at = await databaseNow(transaction);
  const begunAt = Math.max(oldest.created_at.getTime(), timeOf(current.begunAt));
  const days = retentionDays === 0 ? KEPT_PARTITION_DAYS : PARTITION_DAYS;
  const isFull = begunAt < at - days * DAY_MS || size >= PARTITION_ENTRIES;
  if (isFull) await beginAuditPartition(transaction, current, sequence, new Date(at));
}
