import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { unusedPort } from '../../../test/loopback-ports.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { administrate, withDatabase } from '../../../test/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { StartupError } from '../startup-error.ts';
import { waitForDatabase } from './wait-for-database.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await test.drop();
});

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

  it.each([
    ['a wrong host name', 'no-such-host.invalid', 'the host name in no-such-host.invalid:5432 is unknown'],
    ['a server that is down', '127.0.0.1:1', 'nothing is listening on 127.0.0.1:1'],
    ['a missing socket', '%2Fno%2Fsuch', 'there is no server at the socket /no/such/.s.PGSQL.5432'],
  ])('reports %s in one line, and again when it gives up', async (_what, host, problem) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const patienceMs = 400;
    const announced: string[] = [];
    const waiting = waitForDatabase({
      connection: { connectionString: `postgres://halyard:secret@${host}/halyard` },
      log: createRecordingLog().log,
      patienceMs,
      announce: (line) => {
        announced.push(line);
        vi.advanceTimersByTime(patienceMs);
      },
    });
    await expect(waiting).rejects.toMatchObject({
      name: 'StartupError',
      message: `DATABASE_URL: ${problem}. Correct the URL or start the server.`,
    });
    expect(announced).toEqual([`DATABASE_URL: ${problem}. Trying again for 0.4 s.`]);
  });

  it('reports a certificate file that cannot be read', async () => {
    const connection = { connectionString: 'postgres://127.0.0.1:1/halyard?sslrootcert=/no/such.crt' };
    await expect(waitForDatabase({ connection, log: createRecordingLog().log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^DATABASE_URL: [^\n]*ENOENT[^\n]*no\/such\.crt[^\n]*$/),
    });
  });

  // @spec O.15
  it('fails if the server has no such database', async () => {
    const connection = withDatabase(test.direct, 'halyard_no_such_database');
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
    const connection = { ...test.direct, ssl: true };
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
    const connection = { ...test.direct, options: '-c extension_control_path=/nonexistent' };
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

describe('waitForDatabase on a server that asks for passwords', () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-passwords-'));
    await chmod(dataDir, 0o755);
    const rules = join(dataDir, 'rules');
    await writeFile(rules, 'local all ada scram-sha-256\nlocal all bob password\nlocal all all trust\n');
    const { log } = createRecordingLog();
    postgres = await startEmbeddedPostgres({ dataDir, log, settings: { hba_file: rules } });
    await administrate(postgres.connection, async (client) => {
      await client.query(`CREATE ROLE ada LOGIN PASSWORD 'right'; CREATE ROLE bob LOGIN PASSWORD 'right'`);
    });
  });

  afterAll(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const refusal = async (user: string) => {
    const { host } = postgres.connection;
    const connection = { connectionString: `postgres://${user}@${encodeURIComponent(host)}/halyard` };
    const error = await waitForDatabase({ connection, log: createRecordingLog().log }).catch(
      (thrown: unknown) => thrown,
    );
    return error instanceof StartupError ? error.message : error;
  };

  it('fails with one line that names the missing password', async () => {
    expect(await refusal('ada')).toMatch(
      /^DATABASE_URL: [^\n]+ It asks for a password: write the URL as postgres:\/\/user:password@[^\n]+$/,
    );
  });

  it.each(['ada:wrong', 'bob:wrong', 'bob', 'nobody-knows:x'])('fails with one line for %s', async (user) => {
    expect(await refusal(user)).toMatch(
      /^DATABASE_URL: the server rejected the connection: [^\n]+ Correct user and password in the URL[^\n]+$/,
    );
  });
});

async function databaseName(): Promise<string> {
  const { rows } = await test.database.query<{ name: string }>({ text: 'SELECT current_database() AS name' });
  return rows[0]?.name ?? '';
}

describe('waitForDatabase during a fail-over', () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-standby-'));
    const { log } = createRecordingLog();
    const primary = await startEmbeddedPostgres({ dataDir, log });
    await primary.stop();
    await writeFile(join(dataDir, 'postgres', 'standby.signal'), '');
    postgres = await startEmbeddedPostgres({ dataDir, log });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const wait = async (patienceMs: number, announce?: (line: string) => void) => {
    const { connection } = postgres;
    const { log } = createRecordingLog();
    await waitForDatabase({ connection, log, patienceMs, ...(announce && { announce }) });
  };

  it('gives up on a standby in one line', async () => {
    await expect(wait(300)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^DATABASE_URL: [^\n]+ cannot be used now: it is a standby\.[^\n]+$/),
    });
  });

  it('waits until a standby is promoted', async () => {
    const isAnnounced = Promise.withResolvers<string>();
    const waiting = wait(30_000, isAnnounced.resolve);
    expect(await isAnnounced.promise).toMatch(/it is a standby\. Trying again for 30 s\.$/);
    await administrate(postgres.connection, async (client) => {
      await client.query('SELECT pg_promote()');
    });
    await waiting;
  });
});
