import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DatabaseOwnerProcess,
  startDatabaseOwnerProcess,
} from '../../../test/database-owner-process.ts';
import type { SocketConnection } from '../db/database-connection.ts';
import { errorCode } from '../error-code.ts';
import { readPostmasterFile } from './postmaster-file.ts';

let dataDir: string;
let clusterDir: string;
let started: DatabaseOwnerProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-embedded-'));
  clusterDir = path.join(dataDir, 'postgres');
  started = [];
});

afterEach(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGTERM');
    await exited;
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

function start(): DatabaseOwnerProcess {
  const owner = startDatabaseOwnerProcess({ dataDir });
  started.push(owner);
  return owner;
}

async function run(connection: SocketConnection, sql: string): Promise<unknown[]> {
  const client = new Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function runWhenBack(connection: SocketConnection, sql: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await run(connection, sql);
    } catch {
      await sleep(20);
    }
  }
}

async function postmasterPid(): Promise<number> {
  const entry = await readPostmasterFile(clusterDir);
  if (!entry) throw new Error('no postmaster.pid');
  return entry.pid;
}

async function childPids(connection: SocketConnection): Promise<number[]> {
  const rows = await run(connection, 'SELECT pid FROM pg_stat_activity');
  return (rows as { pid: number }[]).map(({ pid }) => pid);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
    return false;
  }
}

describe('startEmbeddedPostgres', () => {
  // @spec O.30
  it('keeps its data across a restart and stops with the product', async () => {
    const first = start();
    const connection = await first.running;
    await run(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    first.child.kill('SIGTERM');
    expect(await first.exited).toMatchObject({ status: 0 });
    expect(await readPostmasterFile(clusterDir)).toBeUndefined();

    expect(await run(await start().running, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  // @spec O.10
  it('is durable, uses UTF-8 and checksums, and does not listen on the network', async () => {
    const connection = await start().running;
    const names = [
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'data_checksums',
      'listen_addresses',
      'server_encoding',
      'jit',
    ];
    const rows = await run(
      connection,
      `SELECT name, setting FROM pg_settings WHERE name IN ('${names.join("','")}') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'jit', setting: 'off' },
      { name: 'listen_addresses', setting: '' },
      { name: 'server_encoding', setting: 'UTF8' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('recognizes letters beyond ASCII, so that searches use the index', async () => {
    const connection = await start().running;
    await run(connection, 'CREATE EXTENSION pg_trgm');
    expect(await run(connection, `SELECT cardinality(show_trgm('иван')) AS trigrams`)).toEqual([
      { trigrams: 5 },
    ]);
  });

  it('gives only its owner access to socket and files', async () => {
    const { host } = await start().running;
    expect((await stat(host)).mode & 0o077).toBe(0);
    expect((await stat(clusterDir)).mode & 0o077).toBe(0);
  });

  it('ends when the product is killed and keeps its data for the next start', async () => {
    const first = start();
    const connection = await first.running;
    await run(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    const pid = await postmasterPid();
    first.child.kill('SIGKILL');
    await first.exited;
    while (signal(pid, 0)) await sleep(20);

    expect(await run(await start().running, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('stops a server that outlived a killed product, then starts a new one', async () => {
    const first = start();
    const connection = await first.running;
    await run(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    const orphan = await postmasterPid();
    // A paused postmaster cannot react to the signal of its parent's death.
    process.kill(orphan, 'SIGSTOP');
    first.child.kill('SIGKILL');
    await first.exited;
    const second = start();
    await sleep(100);
    process.kill(orphan, 'SIGCONT');

    expect(await run(await second.running, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(await postmasterPid()).not.toBe(orphan);
  });

  it('restarts a killed postmaster', async () => {
    const owner = start();
    const connection = await owner.running;
    await run(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    signal(await postmasterPid(), 'SIGKILL');
    expect(await runWhenBack(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(owner.child.exitCode).toBeNull();
  });

  it('restarts a killed postmaster once a busy backend has released the shared memory', async () => {
    const connection = await start().running;
    await run(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    const busy = new Client({ ...connection, statement_timeout: 2_000 });
    busy.on('error', () => undefined);
    await busy.connect();
    const query = busy.query('SELECT count(*) FROM generate_series(1, 1000000000)');
    query.catch(() => undefined);
    await sleep(200);
    signal(await postmasterPid(), 'SIGKILL');
    expect(await runWhenBack(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('restarts when all its processes are killed', async () => {
    const connection = await start().running;
    await run(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    for (const pid of [await postmasterPid(), ...(await childPids(connection))]) signal(pid, 'SIGKILL');
    expect(await runWhenBack(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('takes its lock again if the session that holds it is terminated', async () => {
    const connection = await start().running;
    const holders = `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`;
    const [holder] = await run(connection, holders);
    await run(connection, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`);
    const isHeldAnew = async () => {
      const [now] = await run(connection, holders);
      return now !== undefined && JSON.stringify(now) !== JSON.stringify(holder);
    };
    while (!(await isHeldAnew())) await sleep(20);
    await expect(start().running).rejects.toThrow('in use by another running Halyard');
  });

  it('replaces a lock file whose process ID was reused by an unrelated process', async () => {
    const first = start();
    await first.running;
    const left = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8');
    first.child.kill('SIGTERM');
    await first.exited;
    await writeFile(path.join(clusterDir, 'postmaster.pid'), left.replace(/^\d+/, String(process.pid)));

    await start().running;
    expect(await postmasterPid()).not.toBe(process.pid);
  });
});

describe('startEmbeddedPostgres in a second process', () => {
  it('waits for a first process that is stopping', async () => {
    const first = start();
    await first.running;
    const second = start();
    await sleep(500);
    first.child.kill('SIGTERM');
    await second.running;
    expect(await first.exited).toMatchObject({ status: 0 });
  });

  it('fails with one line that names the directory', async () => {
    await start().running;
    const { status, said } = await (() => {
      const second = start();
      return second.exited;
    })();
    expect(status).toBe(1);
    expect(said.trim().split('\n').at(-1)).toBe(
      `DATA_DIR ${dataDir} is in use by another running Halyard: stop that one, or choose another DATA_DIR.`,
    );
  });

  it('lets exactly one of three concurrent processes start', async () => {
    const owners = [start(), start(), start()];
    const outcomes = await Promise.allSettled(owners.map(({ running }) => running));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(String(outcome.reason)).toContain('is in use by another running Halyard');
    }
  });
});
