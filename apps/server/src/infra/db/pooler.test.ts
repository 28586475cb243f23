import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOn } from '../../../test/loopback-ports.ts';
import { PGBOUNCER, type Pooler, startPooler } from '../../../test/pooler.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createDatabase } from './database.ts';
import type { SocketConnection, UrlConnection } from './database-connection.ts';
import { waitForDatabase } from './wait-for-database.ts';

const { log } = createRecordingLog();
const wait = async (connection: UrlConnection) => await waitForDatabase({ connection, log });

it('waitForDatabase explains that a pooler refuses a parameter', async () => {
  // The answer of PgBouncer to a connection with `options`.
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  const stub = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
    socket.on('error', () => undefined);
  });
  const connectionString = `postgres://halyard@127.0.0.1:${await listenOn(stub)}/halyard`;
  await expect(wait({ connectionString })).rejects.toMatchObject({
    name: 'StartupError',
    message:
      'DATABASE_URL: the pooler refused the connection (unsupported startup parameter: options). Connect to PostgreSQL itself, or set DATABASE_POOLER to the mode of the pooler.',
  });
  stub.close();
});

describe.skipIf(PGBOUNCER === undefined)('PgBouncer', () => {
  let test: TestDatabase;
  let pooler: Pooler | undefined;
  beforeAll(async () => {
    test = await createTestDatabase({ empty: true, bypassesPooler: true });
  });
  afterAll(async () => await test.drop());

  async function connectionThrough(mode: 'session' | 'transaction'): Promise<{ connectionString: string }> {
    const server = test.connection as SocketConnection;
    await pooler?.stop();
    pooler = await startPooler(server, mode);
    return { connectionString: pooler.urlOf(server.database) };
  }
  afterAll(async () => await pooler?.stop());

  it('works in session mode', async () => {
    await wait(await connectionThrough('session'));
  });

  it('needs DATABASE_POOLER in transaction mode', async () => {
    await expect(wait(await connectionThrough('transaction'))).rejects.toMatchObject({
      name: 'StartupError',
      message:
        'DATABASE_URL: a pooler shares sessions. Connect to PostgreSQL itself, or set DATABASE_POOLER to the mode of the pooler.',
    });
  });

  it('works in transaction mode once the account has the settings that the error names', async () => {
    const connection = { ...(await connectionThrough('transaction')), sharesSessions: true };
    const refused = await wait(connection).catch((error: Error) => error.message);
    expect(refused).toMatch(/^DATABASE_URL: [^\n]*SET statement_timeout = '5000'[^\n]*RECONNECT[^\n]*$/);
    for (const statement of String(refused).match(/ALTER ROLE [^;]+/g) ?? []) {
      await test.database.query({ text: statement });
    }
    // As RECONNECT does.
    const again = { ...(await connectionThrough('transaction')), sharesSessions: true };
    await wait(again);
    const database = createDatabase({ connection: again, max: 4, log });
    try {
      const counts = await Promise.all(
        Array.from({ length: 40 }, async (_, at) => {
          const statement = { name: at % 2 ? 'odd' : 'even', values: [at] };
          const text = at % 2 ? 'SELECT $1::int AS n' : 'SELECT $1::int * 10 AS n';
          const [row] = await database.prepared<{ n: number }>({ ...statement, text });
          return row?.n;
        }),
      );
      expect(counts).toEqual(Array.from({ length: 40 }, (_, at) => (at % 2 ? at : at * 10)));
      const { rows } = await database.query<{ lock_timeout: string }>({ text: 'SHOW lock_timeout' });
      expect(rows).toEqual([{ lock_timeout: '3s' }]);
      const { rows: named } = await database.query({ text: 'SELECT name FROM pg_prepared_statements' });
      expect(named).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
