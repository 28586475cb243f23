import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { errorCode } from '../error-code.ts';
import { columnParsers } from './column-parsers.ts';
import { type DatabaseConnection, sharesSessions } from './database-connection.ts';
import type { DatabaseLog } from './database-log.ts';
import { apartFromRequest, waitToBorrow } from './database-waits.ts';
import { GuardedClient, SharedSessionClient } from './guarded-client.ts';
import { createOldestFirstTurns } from './oldest-first-turns.ts';
import type { DB } from './schema.ts';
import { applySessionSettings, PRODUCT_TIMEOUTS } from './session-settings.ts';

/** For read-only queries; a transaction fits too. Writes need a `DatabaseTransaction` (V3). */
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

const notes = new WeakMap<DatabaseTransaction, (() => void)[]>();

/** Calls `note` once the transaction is committed. */
export function afterCommit(transaction: DatabaseTransaction, note: () => void): void {
  notes.get(transaction)?.push(note);
}

export interface Database {
  readonly reader: DatabaseReader;
  /** Runs one statement without the query builder. With a `name`, each connection prepares it once. */
  readonly query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>>;
  /** Runs `work` in one READ COMMITTED transaction and rolls back if it throws. There are no retries. */
  readonly transaction: <T>(work: (transaction: DatabaseTransaction) => Promise<T>) => Promise<T>;
  /** As `transaction`, without a wait for other transactions of this process. */
  readonly transactionOutOfTurn: Database['transaction'];
  /** Runs one statement that each connection plans once. A name must always have the same `text`. */
  readonly prepared: <Row extends QueryResultRow>(statement: PreparedStatement) => Promise<Row[]>;
  readonly ping: () => Promise<void>;
  readonly connections: () => PoolState;
  /** Waits for running queries, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** Numbers of connections, and of requests that wait for one. */
export interface PoolState {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const ACQUIRE_TIMEOUT_MS = 3_000;
const IDLE_CONNECTION_MS = 30_000;
/** Maximum wait for connections to close, which never happens on a dead network. */
const CLOSED_WITHIN_MS = 1_000;

/** Creates a pool. Timeouts: statements 5 s, locks 3 s, idle transactions 10 s, free connections 3 s. */
export function createDatabase(options: {
  readonly connection: DatabaseConnection;
  readonly max: number;
  /** Transactions at once; the others wait for their turn. Default: `max`. */
  readonly transactionsMax?: number;
  readonly log: DatabaseLog;
}): Database {
  const isShared = sharesSessions(options.connection);
  const pool = new Pool({
    ...options.connection,
    Client: isShared ? SharedSessionClient : GuardedClient,
    types: columnParsers,
    max: options.max,
    application_name: 'halyard',
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // The wait for a connection includes this, so it does not count again.
    ...(!isShared && {
      onConnect: async (client) =>
        await apartFromRequest(async () => await applySessionSettings(client, PRODUCT_TIMEOUTS)),
    }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', (error) =>
    // Do not log the error itself: it carries the client with its credentials.
    options.log.warn({ reason: error.message || errorCode(error) }, 'idle database connection lost'),
  );

  const connected = new Set<unknown>();
  pool.on('connect', (client) => connected.add(client));
  pool.on('remove', (client) => connected.delete(client));

  const connections = createOldestFirstTurns(options.max);
  const transactions = createOldestFirstTurns(options.transactionsMax ?? options.max);
  let waiting = 0;

  const lendConnection = async (signal: AbortSignal): Promise<PoolClient> => {
    const endTurn = await connections.take(signal);
    try {
      const client = await pool.connect();
      // The pool sets a new `release` for each use, so these do not pile up.
      const { release } = client;
      client.release = (error) => {
        release(error);
        endTurn();
      };
      return client;
    } catch (error) {
      endTurn();
      throw error;
    }
  };
  const connect = async () => {
    waiting++;
    try {
      return await waitToBorrow(lendConnection, {
        maxMs: ACQUIRE_TIMEOUT_MS,
        giveBack: (late) => late.release(),
      });
    } finally {
      waiting--;
    }
  };
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const endTurn = await waitToBorrow(transactions.take, {
      maxMs: ACQUIRE_TIMEOUT_MS,
      giveBack: (endLate) => endLate(),
    });
    try {
      return await work();
    } finally {
      endTurn();
    }
  };

  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
  });
  // `pool.query` uses callbacks, which would bypass the guarded client's timeout.
  const query = async <Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> => {
    const client = await connect();
    try {
      return await client.query<Row>(statement);
    } finally {
      client.release();
    }
  };
  const transactionOutOfTurn: Database['transaction'] = async (work) => {
    const noted: (() => void)[] = [];
    const result = await kysely
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        notes.set(transaction, noted);
        return await work(transaction);
      });
    for (const note of noted) note();
    return result;
  };
  return {
    reader: kysely,
    query,
    transaction: async (work) => await inTurn(async () => await transactionOutOfTurn(work)),
    transactionOutOfTurn,
    prepared: async <Row extends QueryResultRow>({ name, text, values }: PreparedStatement) =>
      (await query<Row>({ name: shortName(name), text, values: [...values] })).rows,
    ping: async () => {
      await sql`SELECT 1`.execute(kysely);
    },
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting,
    }),
    close: async () => {
      await kysely.destroy();
      // The pool ends before its connections close. Wait, or a server that stops now would log each of them.
      const patience = AbortSignal.timeout(CLOSED_WITHIN_MS);
      while (connected.size > 0 && !patience.aborted) {
        await once(pool, 'remove', { signal: patience }).catch(() => undefined);
      }
    },
  };
}

/** PostgreSQL truncates names to 63 bytes. */
function shortName(name: string): string {
  return name.length < 64 ? name : createHash('sha256').update(name).digest('hex').slice(0, 63);
}
