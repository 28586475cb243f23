import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../db/database.ts';
import {
  type AuditBlocks,
  type AuditNode,
  nodesEndingWith,
  rangeOfNode,
  readAuditBlocks,
} from './audit-blocks.ts';
import { countsByKey, positionsByKey, textsOfBlock } from './close-audit-blocks.ts';
import { keyedEntries, planForKeyedEntries } from './keyed-entries.ts';

/** A stored count, time, position or text of closed blocks that does not match the entries. */
export interface AuditBlockDifference {
  /** `audit entries of node 1/12, key 9f…` (level and node) or `audit positions of block 12`. */
  readonly total: string;
  /** Stored value as text, or its hash. For positions: the number of correct rows, out of `counted`. */
  readonly kept: string;
  readonly counted: string;
}

/** Recomputes every closed block, which may take minutes. Each node gets its own transaction. */
export async function findAuditBlockDifferences(
  database: Database,
): Promise<readonly AuditBlockDifference[]> {
  const blocks = await readAuditBlocks(database.reader);
  const differences: AuditBlockDifference[] = [];
  const oldest = Math.ceil((blocks.first_sequence - 1) / blocks.block_size);
  for (let block = oldest; block < blocks.closed; block++) {
    for (const node of nodesEndingWith(blocks, block)) {
      if (rangeOfNode(blocks, node).first < blocks.first_sequence) continue;
      differences.push(
        ...(await database.transaction((transaction) => checkNode(transaction, blocks, node))),
      );
    }
  }
  return differences;
}

async function checkNode(
  transaction: DatabaseTransaction,
  blocks: AuditBlocks,
  node: AuditNode,
): Promise<readonly AuditBlockDifference[]> {
  await planForKeyedEntries(transaction);
  return [
    ...(await checkTimes(transaction, blocks, node)),
    ...(await checkCounts(transaction, blocks, node)),
    ...(node.level === 0 ? await checkPositions(transaction, blocks, node.node) : []),
    ...(node.level === 0 ? await checkTexts(transaction, blocks, node.node) : []),
  ];
}

async function checkTimes(
  transaction: DatabaseTransaction,
  blocks: AuditBlocks,
  { level, node }: AuditNode,
): Promise<readonly AuditBlockDifference[]> {
  const { first, last } = rangeOfNode(blocks, { level, node });
  const { rows } = await sql<AuditBlockDifference>`
    SELECT ${`audit times of node ${level}/${node}`}::text AS total,
      first_at || ' to ' || last_at AS kept, min(created_at) || ' to ' || max(created_at) AS counted
    FROM audit_log LEFT JOIN audit_nodes ON level = ${level} AND node = ${node}
    WHERE sequence BETWEEN ${first} AND ${last} GROUP BY first_at, last_at
    HAVING (first_at, last_at) IS DISTINCT FROM (min(created_at), max(created_at))`.execute(transaction);
  return rows;
}

async function checkCounts(
  transaction: DatabaseTransaction,
  blocks: AuditBlocks,
  { level, node }: AuditNode,
): Promise<readonly AuditBlockDifference[]> {
  const entries = keyedEntries(rangeOfNode(blocks, { level, node }), blocks.counted_from);
  const { rows } = await sql<AuditBlockDifference>`
    SELECT ${`audit entries of node ${level}/${node}, key `}::text || encode(key, 'hex') AS total,
      coalesce(kept.entries::text, 'none') || coalesce(', by class ' || md5(kept.counts), '') AS kept,
      coalesce(counted.entries::text, 'none') || coalesce(', by class ' || md5(counted.counts), '') AS counted
    FROM (SELECT key, entries, counts FROM audit_counts WHERE level = ${level} AND node = ${node}) AS kept
    FULL JOIN (${countsByKey(entries)}) AS counted USING (key)
    WHERE (kept.entries, kept.counts) IS DISTINCT FROM (counted.entries, counted.counts)`.execute(
    transaction,
  );
  return rows;
}

async function checkPositions(
  transaction: DatabaseTransaction,
  blocks: AuditBlocks,
  block: number,
): Promise<readonly AuditBlockDifference[]> {
  const { rows } = await sql<AuditBlockDifference>`
    SELECT ${`audit positions of block ${block}`}::text AS total,
      count(*) FILTER (WHERE kept.positions = counted.positions)::text AS kept, count(*)::text AS counted
    FROM (SELECT key, class, positions FROM audit_positions WHERE block = ${block}) AS kept
    FULL JOIN (${positionsByKey(blocks, block)}) AS counted USING (key, class)
    HAVING count(*) FILTER (WHERE kept.positions = counted.positions) <> count(*)`.execute(transaction);
  return rows;
}

async function checkTexts(
  transaction: DatabaseTransaction,
  blocks: AuditBlocks,
  block: number,
): Promise<readonly AuditBlockDifference[]> {
  const { rows } = await sql<AuditBlockDifference>`
    SELECT ${`audit texts of block ${block}`}::text AS total, coalesce(md5(kept.lines), 'none') AS kept,
      md5(counted.lines) AS counted
    FROM (SELECT ${SORTED_LINES} FROM (${textsOfBlock(blocks, block)}) AS texts) AS counted
    LEFT JOIN (SELECT ${SORTED_LINES} FROM audit_block_texts WHERE block = ${block}) AS kept ON true
    WHERE kept.lines IS DISTINCT FROM counted.lines`.execute(transaction);
  return rows;
}

/** The texts of a block without regard to their order, which depends on the collation at the time. */
const SORTED_LINES = sql`(SELECT string_agg(kind || line, E'\n' ORDER BY kind, line COLLATE "C")
  FROM (VALUES ('1', actors), ('2', actions), ('3', resources)) AS each (kind, text),
    LATERAL regexp_split_to_table(text, E'\n') AS line) AS lines`;
