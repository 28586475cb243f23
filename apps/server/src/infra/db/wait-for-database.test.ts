import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { withDatabase } from '../../../test/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { waitForDatabase } from './wait-for-database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
});

afterAll(async () => {
  await test.drop();
});

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address && typeof address === 'object' ? address.port : 0;
}

describe('waitForDatabase', () => {
  it('resolves when the database answers', async () => {
    await waitForDatabase({ connection: test.connection, log: createRecordingLog().log });
  });

  it('waits on while nothing answers, until it is told to stop', async () => {
    const { log, lines } = createRecordingLog();
    const stop = new AbortController();
    const connectionString = `postgres://halyard@127.0.0.1:${await unusedPort()}/halyard`;
    const waiting = waitForDatabase({ connection: { connectionString }, log, signal: stop.signal });
    const refused = expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    while (lines.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    await refused;
    expect(lines.map(({ message }) => message)).toEqual(Array.from(lines, () => 'waiting for the database'));
  });

  it('stops the start when the server answers but has no such database', async () => {
    const connection = withDatabase(test.connection, 'halyard_no_such_database');
    await expect(waitForDatabase({ connection, log: createRecordingLog().log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('DATABASE_URL: the server answers but refuses the connection'),
    });
  });

  it('warns of a server that can lose what it confirmed', async () => {
    await test.database.query({
      text: `ALTER ROLE CURRENT_USER IN DATABASE ${await databaseName()} SET synchronous_commit = off`,
    });
    const { log, lines } = createRecordingLog();
    await waitForDatabase({ connection: test.connection, log });
    expect(lines.map(({ message }) => message)).toContain(
      'the database has synchronous_commit off: a crash can lose what was already confirmed',
    );
  });
});

async function databaseName(): Promise<string> {
  const { rows } = await test.database.query<{ name: string }>({ text: 'SELECT current_database() AS name' });
  return rows[0]?.name ?? '';
}
