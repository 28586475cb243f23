import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { administrate, withDatabase } from '../../../test/template-database.ts';
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

  // @spec O.15
  it('keeps waiting while the database is down, until aborted', async () => {
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

  // @spec O.15
  it('fails if the server has no such database', async () => {
    const connection = withDatabase(test.connection, 'halyard_no_such_database');
    await expect(waitForDatabase({ connection, log: createRecordingLog().log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('DATABASE_URL: the server rejected the connection'),
    });
  });

  // @spec O.15
  it('keeps waiting for a server that accepts the connection but does not respond', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { log, lines } = createRecordingLog();
    const stop = new AbortController();
    const connectionString = `postgres://halyard@127.0.0.1:${port}/halyard`;
    const waiting = waitForDatabase({ connection: { connectionString }, log, signal: stop.signal });
    const refused = expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    while (lines.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    await refused;
    expect(lines[0]?.message).toBe('waiting for the database');
    silent.close();
  });

  // @spec O.27
  it('fails if the server does not support the requested TLS', async () => {
    const connection = { ...test.connection, ssl: true };
    await expect(waitForDatabase({ connection, log: createRecordingLog().log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^DATABASE_URL: the server cannot be used: [^\n]+SSL[^\n]+$/),
    });
  });

  it('fails if the database encoding is not UTF-8', async () => {
    const { server } = inject('postgres');
    const name = `halyard_latin_${process.pid}`;
    const create = `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'`;
    await administrate(server, async (client) => void (await client.query(create)));
    const connection = withDatabase(server, name);
    await expect(waitForDatabase({ connection, log: createRecordingLog().log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^DATABASE_URL: the database is encoded as LATIN1; expected/),
    });
    await administrate(server, async (client) => void (await client.query(`DROP DATABASE ${name}`)));
  });

  it('fails if the server lacks pg_trgm', async () => {
    // Simulates a server without contrib: it finds no extension files.
    const connection = { ...test.connection, options: '-c extension_control_path=/nonexistent' };
    const waiting = async () => await waitForDatabase({ connection, log: createRecordingLog().log });
    await expect(waiting()).rejects.toMatchObject({
      name: 'StartupError',
      message:
        "DATABASE_URL: the server lacks the extension pg_trgm; install PostgreSQL's contrib modules there.",
    });
    await test.database.query({ text: 'CREATE EXTENSION pg_trgm' });
    await waiting();
  });

  it('warns about a server that can lose committed data', async () => {
    await test.database.query({
      text: `ALTER ROLE CURRENT_USER IN DATABASE ${await databaseName()} SET synchronous_commit = off`,
    });
    const { log, lines } = createRecordingLog();
    await waitForDatabase({ connection: test.connection, log });
    expect(lines.map(({ message }) => message)).toContain(
      'the database has synchronous_commit off: a crash can lose committed data',
    );
  });
});

async function databaseName(): Promise<string> {
  const { rows } = await test.database.query<{ name: string }>({ text: 'SELECT current_database() AS name' });
  return rows[0]?.name ?? '';
}
