import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { errorCode } from '../error-code.ts';
import { columnParsers } from './column-parsers.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { DatabaseLog } from './database-log.ts';
import { GuardedClient } from './guarded-client.ts';
import type { DB } from './schema.ts';

/** What a query that only reads needs; a transaction is one too. Writes take a `DatabaseTransaction` (V3). */
export type DatabaseReader = Pick<
  Kysely<DB>,
  | 'selectFrom'
  | 'selectNoFrom'
  | 'with'
  | 'withRecursive'
  | 'fn'
  | 'case'
  | 'dynamic'
  | 'getExecutor'
  | 'executeQuery'
>;

export type DatabaseTransaction = Transaction<DB>;

export interface Database {
  readonly reader: DatabaseReader;
  /** Runs one statement by itself, outside the query builder. With a `name` it is prepared once a connection. */
  readonly query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>>;
  /**
   * Runs `work` in one READ COMMITTED transaction: commits when it resolves, rolls back and throws on when it
   * throws. Nothing is tried again.
   */
  readonly transaction: <T>(work: (transaction: DatabaseTransaction) => Promise<T>) => Promise<T>;
  /**
   * Runs one statement that each connection parses and plans once, under its name: for those that every
   * request needs. `text` must always be the same for a name.
   */
  readonly prepared: <Row extends QueryResultRow>(statement: PreparedStatement) => Promise<Row[]>;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Waits for queries under way, then closes every connection. */
  readonly close: () => Promise<void>;
}

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const ACQUIRE_TIMEOUT_MS = 3_000;
const IDLE_CONNECTION_MS = 30_000;
/** For so long connections may take to end: on a network that is gone they never do. */
const CLOSED_WITHIN_MS = 1_000;

/**
 * Opens a pool; no connection is made before the first query. A statement is ended after 5 s, a wait for a
 * lock after 3 s, a transaction left idle after 10 s, a wait for a free connection after 3 s. The pool
 * outlives a server that restarts: connections that broke are replaced.
 * @param options.max the most connections at a time.
 */
export function createDatabase(options: {
  readonly connection: DatabaseConnection;
  readonly max: number;
  readonly log: DatabaseLog;
}): Database {
  const pool = new Pool({
    ...options.connection,
    Client: GuardedClient,
    types: columnParsers,
    max: options.max,
    application_name: 'halyard',
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  // Without a listener, the end of an idle connection would end the process.
  pool.on('error', (error) =>
    // Not the error itself: the pool puts the client on it, with all that it knows of the server.
    options.log.warn({ reason: error.message || errorCode(error) }, 'an idle database connection was lost'),
  );

  const connected = new Set<unknown>();
  pool.on('connect', (client) => connected.add(client));
  pool.on('remove', (client) => connected.delete(client));

  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // Not `pool.query`, whose callbacks pass the guarded client's time-out by.
  const query = async <Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> => {
    const client = await pool.connect();
    try {
      return await client.query<Row>(statement);
    } finally {
      client.release();
    }
  };
  return {
    reader: kysely,
    query,
    transaction: async (work) => await kysely.transaction().setIsolationLevel('read committed').execute(work),
    prepared: async <Row extends QueryResultRow>({ name, text, values }: PreparedStatement) =>
      (await query<Row>({ name: shortName(name), text, values: [...values] })).rows,
    ping: async () => {
      await sql`SELECT 1`.execute(kysely);
    },
    close: async () => {
      await kysely.destroy();
      // The pool is through before its connections are, and a server that is stopped then has something to say of each.
      const patience = AbortSignal.timeout(CLOSED_WITHIN_MS);
      while (connected.size > 0 && !patience.aborted) {
        await once(pool, 'remove', { signal: patience }).catch(() => undefined);
      }
    },
  };
}

/** PostgreSQL tells names apart by their first 63 bytes only. */
function shortName(name: string): string {
  return name.length < 64 ? name : createHash('sha256').update(name).digest('hex').slice(0, 63);
}
