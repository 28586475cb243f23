import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';
import { TILE_SIZE } from '../chain/audit-seal.ts';
import { BLOCK_TEXTS } from '../search/audit-filter.ts';

export interface AuditPartition {
  readonly name: string;
  /** Lowest entry number that the partition may hold, at least 1. */
  readonly first: number;
  /** First entry number after the partition; undefined for the newest one. */
  readonly end: number | undefined;
  /** Start by the database's clock; null for the first partition and for those older than this column. */
  readonly begunAt: Date | null;
}

const LOCK_TIMEOUT_MS = 500;
const BOUNDS = /^FOR VALUES FROM \('?(\d+|MINVALUE)'?\) TO \('?(\d+|MAXVALUE)'?\)$/;

/** Returns the partitions, oldest first. */
export async function readAuditPartitions(reader: DatabaseReader): Promise<readonly AuditPartition[]> {
  const { rows } = await sql<Pick<AuditPartition, 'name' | 'begunAt'> & { readonly bounds: string }>`
    SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bounds, begun_at AS "begunAt"
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      LEFT JOIN audit_parts ON relname = 'audit_log_' || audit_parts.first
    WHERE inhparent = 'audit_log'::regclass`.execute(reader);
  return rows
    .map(({ bounds, ...part }) => {
      const [, first = '', end = ''] = BOUNDS.exec(bounds) ?? [];
      return {
        ...part,
        first: first === 'MINVALUE' ? 1 : Number(first),
        end: end === 'MAXVALUE' ? undefined : Number(end),
      };
    })
    .toSorted((one, other) => one.first - other.first);
}

/** Limits the wait for a table lock, because every reader and writer queues behind it. */
async function limitLockWait(transaction: DatabaseTransaction): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(transaction);
}

/** Starts an empty partition at the next tile border, which is above the head. The caller holds the head's lock; `at` is by the database's clock. */
export async function beginAuditPartition(
  transaction: DatabaseTransaction,
  { name, first }: AuditPartition,
  head: number,
  at: Date,
): Promise<void> {
  const cut = Math.ceil(head / TILE_SIZE) * TILE_SIZE + 1;
  const former = sql.table(name);
  const next = sql.table(`audit_log_${cut}`);
  const from = first === 1 ? sql`MINVALUE` : sql.lit(first);
  await limitLockWait(transaction);
  await sql`ALTER TABLE audit_log DETACH PARTITION ${former}`.execute(transaction);
  await sql`ALTER TABLE audit_log ATTACH PARTITION ${former} FOR VALUES FROM (${from}) TO (${sql.lit(cut)})`.execute(
    transaction,
  );
  await sql`CREATE TABLE ${next} PARTITION OF audit_log FOR VALUES FROM (${sql.lit(cut)}) TO (MAXVALUE)`.execute(
    transaction,
  );
  await sql`CREATE TRIGGER ${sql.id(`audit_log_${cut}_no_truncate`)} BEFORE TRUNCATE ON ${next}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`.execute(transaction);
  await sql`INSERT INTO audit_parts (first, begun_at) VALUES (${cut}, ${at})`.execute(transaction);
}

/** Drops a partition with its block data. Waits for processes that close blocks, which use the same lock. */
export async function dropAuditPartition(
  transaction: DatabaseTransaction,
  { name, end }: { readonly name: string; readonly end: number },
): Promise<void> {
  const { rows } = await sql<{ readonly blocks: number; readonly block_size: number }>`
    SELECT (${end}::bigint - 1) / block_size AS blocks, block_size FROM audit_blocks FOR UPDATE`.execute(
    transaction,
  );
  const { blocks, block_size } = onlyRow(rows);
  await limitLockWait(transaction);
  await sql`DROP TABLE ${sql.table(name)}`.execute(transaction);
  await sql`DELETE FROM audit_positions WHERE block < ${blocks}`.execute(transaction);
  await sql`DELETE FROM audit_block_texts WHERE block < ${blocks}`.execute(transaction);
  // The first block that is kept may have lost entries, whose texts must not stay.
  await sql`UPDATE audit_block_texts AS kept
    SET actors = rest.actors, actions = rest.actions, resources = rest.resources
    FROM (SELECT ${BLOCK_TEXTS} FROM audit_log
      WHERE sequence BETWEEN ${end} AND ${(blocks + 1) * block_size}) AS rest
    WHERE block = ${blocks}`.execute(transaction);
  await sql`DELETE FROM audit_counts WHERE level = 0 AND node < ${blocks}`.execute(transaction);
  await sql`DELETE FROM audit_parts WHERE first < ${end}`.execute(transaction);
}

/** Records that the log starts after a dropped partition; `droppedBy` is the number of the written drop entry. */
export async function noteAuditDrop(
  transaction: DatabaseTransaction,
  { end, droppedBy }: { readonly end: number; readonly droppedBy: number },
): Promise<void> {
  await sql`UPDATE audit_blocks SET first_sequence = ${end}, dropped_by = ${droppedBy}`.execute(transaction);
}
