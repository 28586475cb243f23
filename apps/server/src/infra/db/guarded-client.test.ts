import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createDatabase, type Database, type DatabaseTransaction } from './database.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { allowLongStatements } from './long-statements.ts';

let test: TestDatabase;
let proxy: Server;
let forwarded: Socket[];
let database: Database;

beforeEach(async () => {
  test = await createTestDatabase({ empty: true });
  forwarded = [];
  proxy = createServer((socket) => {
    const upstream = connectTo(test.connection);
    forwarded.push(socket, upstream);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  database = createDatabase({
    connection: through(test.connection, port),
    max: 1,
    log: createRecordingLog().log,
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await database.close();
  for (const socket of forwarded) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
  await test.drop();
});

function connectTo(connection: DatabaseConnection): Socket {
  if ('host' in connection) return connect(path.join(connection.host, `.s.PGSQL.${connection.port}`));
  const { hostname, port } = new URL(connection.connectionString);
  return connect(Number(port || 5432), hostname);
}

function through(connection: DatabaseConnection, port: number): DatabaseConnection {
  if ('host' in connection) return { ...connection, host: '127.0.0.1', port };
  const url = new URL(connection.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { connectionString: url.href };
}

function swallowEverything(): void {
  for (const socket of forwarded) {
    socket.unpipe();
    socket.resume();
  }
}

it('GuardedClient replaces a connection whose packets are dropped', { timeout: 20_000 }, async () => {
  const work = database.transaction(async () => {
    swallowEverything();
    await Promise.resolve();
  });
  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  await database.ping();
});

it('GuardedClient fails only the transaction whose idle connection breaks', async () => {
  const work = database.transaction(async () => {
    const broken = forwarded.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of forwarded) socket.destroy();
    await Promise.all(broken);
  });
  await expect(work).rejects.toSatisfy(isDatabaseUnavailable);
  await database.ping();
});

it('GuardedClient allows long statements only in transactions that ask for them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const isAsked = async () => {
    const { rows } = await test.database.query({ text: 'SELECT FROM pg_locks WHERE objid = 4711' });
    return rows.length > 0;
  };
  const askForMinute = async (prepare: (transaction: DatabaseTransaction) => Promise<void>) =>
    await database.transaction(async (transaction) => {
      await prepare(transaction);
      const asking = sql`SELECT pg_advisory_xact_lock(4711), pg_sleep(4)`.execute(transaction);
      asking.catch(() => undefined);
      while (!(await isAsked()));
      vi.advanceTimersByTime(60_000);
      await asking;
    });
  await askForMinute(allowLongStatements);
  await expect(askForMinute(async () => undefined)).rejects.toSatisfy(isDatabaseUnavailable);
});
