import { type RawBuilder, sql } from 'kysely';
import { PAUSE_MS, startBackgroundJob } from '../../background-job.ts';
import type { Database, DatabaseTransaction } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import {
  type AuditBlocks,
  type AuditNode,
  BLOCKS_COLUMNS,
  nodesEndingWith,
  rangeOfNode,
} from './audit-blocks.ts';
import { BLOCK_TEXTS } from './audit-filter.ts';
import { keyedEntries, keyedEntriesByKind, planForKeyedEntries } from './keyed-entries.ts';

/** Closes full blocks in the background, in any number of processes. Returns a function that stops it. */
export function startAuditBlockCloser(
  database: Database,
  log: Pick<DatabaseLog, 'warn'>,
): () => Promise<void> {
  const step = async () => ((await closeNextAuditBlock(database)) ? 0 : PAUSE_MS);
  return startBackgroundJob(step, log, 'could not close an audit block');
}

/** Closes the next full block, if any. Returns false if there is none or another process is closing one. */
export async function closeNextAuditBlock(database: Database): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    const { rows } = await sql<AuditBlocks & { readonly head: number }>`
      SELECT ${sql.raw(BLOCKS_COLUMNS)}, (SELECT sequence FROM audit_head) AS head
      FROM audit_blocks FOR UPDATE SKIP LOCKED`.execute(transaction);
    const [blocks] = rows;
    if (blocks === undefined || blocks.head < (blocks.closed + 1) * blocks.block_size) return false;
    await planForKeyedEntries(transaction);
    await writeClasses(transaction, blocks);
    for (const node of nodesEndingWith(blocks, blocks.closed)) await writeNode(transaction, blocks, node);
    await writePositions(transaction, blocks);
    await writeTexts(transaction, blocks);
    await sql`UPDATE audit_blocks SET closed = closed + 1`.execute(transaction);
    return true;
  });
}

async function writeClasses(transaction: DatabaseTransaction, blocks: AuditBlocks): Promise<void> {
  const { first, last } = rangeOfNode(blocks, { level: 0, node: blocks.closed });
  await sql`
    INSERT INTO audit_classes (action, action_category, status, actor_type, resource_type)
    SELECT action, action_category, status, actor_type, resource_type FROM audit_log
      WHERE sequence BETWEEN ${first} AND ${last}
    EXCEPT SELECT action, action_category, status, actor_type, resource_type FROM audit_classes`.execute(
    transaction,
  );
}

async function writeNode(
  transaction: DatabaseTransaction,
  blocks: AuditBlocks,
  { level, node }: AuditNode,
): Promise<void> {
  const range = rangeOfNode(blocks, { level, node });
  await sql`
    INSERT INTO audit_nodes (level, node, first_at, last_at)
    SELECT ${level}::smallint, ${node}::integer, min(created_at), max(created_at) FROM audit_log
      WHERE sequence BETWEEN ${range.first} AND ${range.last}`.execute(transaction);
  for (const entries of keyedEntriesByKind(range, blocks.counted_from)) {
    await sql`
      INSERT INTO audit_counts (key, level, node, entries, counts)
      SELECT key, ${level}::smallint, ${node}::integer, entries, counts
      FROM (${countsByKey(entries)}) AS counted`.execute(transaction);
  }
}

async function writePositions(transaction: DatabaseTransaction, blocks: AuditBlocks): Promise<void> {
  await sql`
    INSERT INTO audit_positions (key, block, class, positions)
    SELECT key, ${blocks.closed}::integer, class, positions
    FROM (${positionsByKey(blocks, blocks.closed)}) AS positioned`.execute(transaction);
}

async function writeTexts(transaction: DatabaseTransaction, blocks: AuditBlocks): Promise<void> {
  await sql`INSERT INTO audit_block_texts (block, actors, actions, resources)
    SELECT ${blocks.closed}::integer, actors, actions, resources
    FROM (${textsOfBlock(blocks, blocks.closed)}) AS texts`.execute(transaction);
}

export function textsOfBlock(blocks: AuditBlocks, block: number): RawBuilder<unknown> {
  const { first, last } = rangeOfNode(blocks, { level: 0, node: block });
  return sql`SELECT ${BLOCK_TEXTS} FROM audit_log WHERE sequence BETWEEN ${first} AND ${last}`;
}

/** Builds a query for the counts of each key: the total, and pairs of class and count, four bytes each. */
export function countsByKey(keyed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT key, sum(entries)::integer AS entries,
      string_agg(int4send(class) || int4send(entries), '' ORDER BY class) AS counts
    FROM (SELECT key, class, count(*)::integer AS entries FROM (${keyed}) AS keyed GROUP BY key, class) AS each
    GROUP BY key`;
}

/** Builds a query for the positions in a block of each key and class, two bytes each. */
export function positionsByKey(blocks: AuditBlocks, block: number): RawBuilder<unknown> {
  const range = rangeOfNode(blocks, { level: 0, node: block });
  return sql`
    SELECT key, class, string_agg(int2send((sequence - ${range.first})::smallint), '' ORDER BY sequence) AS positions
    FROM (${keyedEntries(range, blocks.counted_from)}) AS keyed GROUP BY key, class`;
}
