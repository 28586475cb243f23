import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import type { QueryConfig } from 'pg';
import type { Database, DatabaseReader, DatabaseTransaction } from '../src/infra/db/database.ts';

export interface Explained {
  readonly plan: string;
  /** Pages of 8 KiB read. */
  readonly pages: number;
}

/**
 * Explains all statements that `read` sends outside the query builder.
 * @param settings of the planner, such as `enable_seqscan = off`
 */
export async function explainStatements(
  database: Database,
  read: (database: Database) => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<Explained> {
  const statements: QueryConfig[] = [];
  const listening: Database = {
    ...database,
    prepared: async ({ text, values }) => {
      statements.push({ text, values: [...values] });
      return (await database.query<never>({ text, values: [...values] })).rows;
    },
    query: async (config) => {
      statements.push(config);
      return await database.query(config);
    },
  };
  await read(listening);
  return await database.transaction(async (transaction) => {
    for (const setting of settings) await sql.raw(`SET LOCAL ${setting}`).execute(transaction);
    const explained: Explained[] = [];
    for (const { text, values } of statements) explained.push(await explain(transaction, text, values));
    return {
      plan: explained.map(({ plan }) => plan).join('\n'),
      pages: explained.reduce((sum, { pages }) => sum + pages, 0),
    };
  });
}

/** Explains the last query that `read` builds and sends. */
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
    if (sent === undefined) throw new Error('no query was sent');
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
