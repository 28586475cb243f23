import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import type { QueryConfig } from 'pg';
import type { Database, DatabaseReader, DatabaseTransaction } from '../src/infra/db/database.ts';

export interface Explained {
  readonly plan: string;
  /** Pages of 8 KiB that the statement reads. */
  readonly pages: number;
}

/**
 * What PostgreSQL does for the last statement that `read` sends by itself, outside the query builder. With
 * `withoutScans` it avoids reading whole tables.
 */
export async function explainStatement(
  database: Database,
  read: (database: Database) => Promise<unknown>,
  { withoutScans = false } = {},
): Promise<Explained> {
  let statement: QueryConfig = { text: '' };
  const listening: Database = {
    ...database,
    prepared: async ({ text, values }) => {
      statement = { text, values: [...values] };
      return (await database.query<never>(statement)).rows;
    },
    query: async (config) => {
      statement = config;
      return await database.query(config);
    },
  };
  await read(listening);
  const { text, values } = statement;
  return await database.transaction(async (transaction) => {
    if (withoutScans) await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
    return await explain(transaction, text, values);
  });
}

/** What PostgreSQL does for the last query that `read` builds and sends. */
export async function explainQuery(
  database: Database,
  read: (reader: DatabaseReader) => Promise<unknown>,
): Promise<Explained> {
  return await database.transaction(async (transaction) => {
    let sent: RootOperationNode | undefined;
    const reader = transaction.withPlugin({
      transformQuery: ({ node }) => {
        sent = node;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await read(reader);
    if (sent === undefined) throw new Error('nothing was sent');
    const { sql: text, parameters } = transaction.getExecutor().compileQuery(sent, createQueryId());
    return await explain(transaction, text, parameters);
  });
}

async function explain(
  transaction: DatabaseTransaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<Explained> {
  const explained = CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values]);
  const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>(explained);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const [, hit = 0, missed = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return { plan, pages: Number(hit) + Number(missed) };
}
