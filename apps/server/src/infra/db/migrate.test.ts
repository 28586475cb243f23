import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { fixedMasterKeys } from '../crypto/master-keys.ts';
import { migrate } from './migrate.ts';

const masterKeys = fixedMasterKeys(Buffer.alloc(32));

const DRIVER = fileURLToPath(new URL('../../../test/drivers/migrate-driver.ts', import.meta.url));

let test: TestDatabase;
let directory: string;

beforeEach(async () => {
  test = await createTestDatabase({ empty: true });
  directory = await mkdtemp(path.join(tmpdir(), 'halyard-migrations-'));
  await write('0001_counters.sql', 'CREATE TABLE counters (n int); INSERT INTO counters VALUES (0);');
  await write('0002_raise.sql', 'UPDATE counters SET n = n + 1;');
});

afterEach(async () => {
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

async function write(file: string, sql: string): Promise<void> {
  await writeFile(path.join(directory, file), sql);
}

async function runMigrations(): Promise<void> {
  await migrate({ connection: test.connection, directory, masterKeys, log: createRecordingLog().log });
}

async function rowsOf(sql: string): Promise<unknown[]> {
  return (await test.database.query({ text: sql })).rows;
}

function startMigrator() {
  const child = spawn(process.execPath, [DRIVER, JSON.stringify(test.connection), directory], {
    stdio: 'ignore',
  });
  return { child, status: once(child, 'exit').then(([status]: unknown[]) => status) };
}

describe('migrate', () => {
  it('applies the files in order and once', async () => {
    await runMigrations();
    await runMigrations();
    expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 1 }]);
    expect(await rowsOf('SELECT version, name FROM schema_migrations ORDER BY version')).toEqual([
      { version: 1, name: 'counters' },
      { version: 2, name: 'raise' },
    ]);
  });

  // @spec O.27
  it('reports an account without the needed privileges', async () => {
    await test.database.query({ text: 'CREATE ROLE halyard_reader' });
    const connection = { ...test.connection, options: '-c role=halyard_reader' };
    await expect(
      migrate({ connection, directory, masterKeys, log: createRecordingLog().log }),
    ).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^DATABASE_URL: its account cannot [^\n]+permission denied[^\n]+$/),
    });
    await test.database.query({ text: 'DROP ROLE halyard_reader' });
  });

  // @spec O.6
  it('applies each file once if twenty processes start at once', async () => {
    const migrators = Array.from({ length: 20 }, startMigrator);
    expect(await Promise.all(migrators.map(({ status }) => status))).toEqual(
      Array.from({ length: 20 }, () => 0),
    );
    expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 1 }]);
  });

  it('resumes after a killed migrator, whose last file was rolled back', async () => {
    await write('0003_slow.sql', 'UPDATE counters SET n = n + 10; SELECT pg_sleep(30);');
    const { child, status } = startMigrator();
    const sleeping = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    while ((await rowsOf(`SELECT ${sleeping}`)).length === 0) await sleep(20);
    child.kill('SIGKILL');
    await status;
    await rowsOf(`SELECT pg_terminate_backend(pid) ${sleeping}`);

    await write('0003_slow.sql', 'UPDATE counters SET n = n + 10;');
    await runMigrations();
    expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 11 }]);
  });

  it('rolls back a file that fails', async () => {
    await write('0003_broken.sql', 'UPDATE counters SET n = 100; SELECT no_such_function();');
    await expect(runMigrations()).rejects.toMatchObject({ code: '42883' });
    expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 1 }]);
    expect(await rowsOf('SELECT max(version) AS version FROM schema_migrations')).toEqual([{ version: 2 }]);
  });

  it('rejects a database newer than the files', async () => {
    await runMigrations();
    await rm(path.join(directory, '0002_raise.sql'));
    await expect(runMigrations()).rejects.toThrow(
      'The database is at migration 2 (raise), but this Halyard only knows 1: start a newer Halyard, or restore an older backup.',
    );
  });

  it('rejects a file changed after it was applied, except for line ends', async () => {
    await write('0002_raise.sql', 'UPDATE counters\nSET n = n + 1;\n');
    await runMigrations();
    await write('0002_raise.sql', 'UPDATE counters\r\nSET n = n + 1;\r\n');
    await runMigrations();
    await write('0002_raise.sql', 'UPDATE counters SET n = n + 2;');
    await expect(runMigrations()).rejects.toThrow('Migration 2 (raise) was changed after it was applied');
  });

  it('rejects a gap in the numbers of the files or the database', async () => {
    await write('0004_late.sql', 'SELECT 1');
    await expect(runMigrations()).rejects.toThrow('0004_late.sql should have the number 3');
    await rm(path.join(directory, '0004_late.sql'));
    await runMigrations();
    await rowsOf('DELETE FROM schema_migrations WHERE version = 1');
    await expect(runMigrations()).rejects.toThrow('The database lacks migration 1 but has 2 (raise)');
  });

  it('rejects a file not named NNNN_name.sql', async () => {
    await write('3-late.sql', 'SELECT 1');
    await expect(runMigrations()).rejects.toThrow('The migration 3-late.sql is not named NNNN_name.sql.');
  });
});
