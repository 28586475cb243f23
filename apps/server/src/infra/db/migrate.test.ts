import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { PRODUCT_ACCOUNT } from '../../../test/template-database.ts';
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
    const connection = { ...test.direct, options: '-c role=halyard_reader' };
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

  describe('with a newer database', () => {
    const older = async (...files: readonly string[]) => {
      await runMigrations();
      for (const file of files) await rm(path.join(directory, file));
    };

    it('starts if every newer migration is compatible, and changes nothing', async () => {
      await write(
        '0003_more.sql',
        '-- Adds a column.\n-- compatible from: 0002\nALTER TABLE counters ADD m int;',
      );
      await write('0004_most.sql', '-- compatible from: 0001\nALTER TABLE counters ADD o int;');
      await older('0003_more.sql', '0004_most.sql');
      await runMigrations();
      expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 1 }]);
      expect(await rowsOf('SELECT compatible_from AS from FROM schema_migrations ORDER BY version')).toEqual([
        { from: null },
        { from: null },
        { from: 2 },
        { from: 1 },
      ]);
    });

    it.each([
      ['says nothing', 'SELECT 1;'],
      ['needs newer code', '-- compatible from: 0003\nSELECT 1;'],
      ['says it later than at its beginning', 'SELECT 1;\n-- compatible from: 0001\n'],
    ])('refuses to start if a newer migration %s', async (_what, sql) => {
      await write('0003_more.sql', '-- compatible from: 0002\nSELECT 1;');
      await write('0004_most.sql', sql);
      await older('0003_more.sql', '0004_most.sql');
      await expect(runMigrations()).rejects.toThrow(
        'The database is at migration 4 (most), but this Halyard only knows 2: ',
      );
    });

    it('leaves the rights that the newer product gave', async () => {
      await write('0003_more.sql', '-- compatible from: 0002\nCREATE TABLE more (n int);');
      await older('0003_more.sql');
      await rowsOf(`GRANT DELETE ON more TO ${PRODUCT_ACCOUNT}`);
      const { connection } = test;
      const productAccount = PRODUCT_ACCOUNT;
      await migrate({ connection, directory, masterKeys, log: createRecordingLog().log, productAccount });
      expect(
        await rowsOf(`SELECT has_table_privilege('${productAccount}', 'more', 'DELETE') AS kept`),
      ).toEqual([{ kept: true }]);
    });

    it('still compares the migrations that it knows', async () => {
      await write('0003_more.sql', '-- compatible from: 0001\nSELECT 1;');
      await older('0003_more.sql');
      await write('0002_raise.sql', 'SELECT 2;');
      await expect(runMigrations()).rejects.toThrow('Migration 2 (raise) was changed after it was applied');
    });
  });

  describe('with a table that a long transaction uses', () => {
    const patience = { lockMs: 50, attempts: 2, pauseMs: 10 };
    const apply = async (options: Partial<Parameters<typeof migrate>[0]>) =>
      await migrate({
        connection: test.connection,
        directory,
        masterKeys,
        log: createRecordingLog().log,
        ...options,
      });

    async function holdCounters(): Promise<() => Promise<void>> {
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const held = test.database.transaction(async (transaction) => {
        await sql`LOCK TABLE counters IN ACCESS SHARE MODE`.execute(transaction);
        begun.resolve();
        await end.promise;
      });
      await begun.promise;
      return async () => {
        end.resolve();
        await held;
      };
    }

    beforeEach(async () => {
      await runMigrations();
      await write('0003_more.sql', 'CREATE TABLE more (n int); ALTER TABLE counters ADD m int;');
    });

    it('gives up with one line and leaves nothing', async () => {
      const release = await holdCounters();
      await expect(apply({ patience })).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(/^A migration could not lock a table, [^\n]+$/),
      });
      await release();
      expect(await rowsOf(`SELECT to_regclass('more') AS more`)).toEqual([{ more: null }]);
    });

    it('tries again and lets others use the table meanwhile', async () => {
      const release = await holdCounters();
      const { log, lines } = createRecordingLog();
      const applied = apply({ log, patience: { ...patience, attempts: 1_000 } });
      await expect.poll(() => lines.some(({ level }) => level === 'warn')).toBe(true);
      expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 1 }]);
      await release();
      expect(await applied).toBe(3);
      expect(await rowsOf('SELECT n, m FROM counters')).toEqual([{ n: 1, m: null }]);
    });

    it('waits as long as another process migrates', async () => {
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const other = test.database.transaction(async (transaction) => {
        await sql`SELECT pg_advisory_xact_lock(4857101)`.execute(transaction);
        begun.resolve();
        await end.promise;
      });
      await begun.promise;
      const applied = apply({ patience: { ...patience, attempts: 1 } });
      await sleep(3 * patience.lockMs);
      end.resolve();
      await other;
      expect(await applied).toBe(3);
    });
  });

  describe('with an index that is built concurrently', () => {
    const build = `-- compatible from: 0001
      CREATE UNIQUE INDEX CONCURRENTLY counters_n
        ON counters (n);\n`.replaceAll(/^ +/gm, '');
    const indexes = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('counters_n')`;

    it('builds it once if several processes start at once', async () => {
      await write('0003_index.sql', build);
      await write('0004_raise.sql', 'UPDATE counters SET n = n + 1;');
      const migrators = Array.from({ length: 4 }, startMigrator);
      expect(await Promise.all(migrators.map(({ status }) => status))).toEqual([0, 0, 0, 0]);
      expect(await rowsOf(indexes)).toEqual([{ valid: true }]);
      expect(await rowsOf('SELECT n FROM counters')).toEqual([{ n: 2 }]);
    });

    it('builds it again after a failed build, which leaves an index that is not valid', async () => {
      await write('0003_index.sql', build);
      await runMigrations().catch(() => undefined);
      await rowsOf('DELETE FROM schema_migrations WHERE version = 3');
      await rowsOf('DROP INDEX counters_n');
      await rowsOf('INSERT INTO counters SELECT n FROM counters');
      await expect(runMigrations()).rejects.toMatchObject({ code: '23505' });
      expect(await rowsOf(indexes)).toEqual([{ valid: false }]);
      await rowsOf('DELETE FROM counters WHERE ctid IN (SELECT ctid FROM counters LIMIT 1)');
      await runMigrations();
      expect(await rowsOf(indexes)).toEqual([{ valid: true }]);
    });
  });

  it('adds what older versions did not note about migrations', async () => {
    await runMigrations();
    await rowsOf('ALTER TABLE schema_migrations DROP COLUMN compatible_from');
    await write('0003_more.sql', '-- compatible from: 0002\nSELECT 1;');
    await runMigrations();
    expect(await rowsOf('SELECT max(compatible_from) AS from FROM schema_migrations')).toEqual([{ from: 2 }]);
  });

  it('rejects a file that is compatible from itself', async () => {
    await write('0003_more.sql', '-- compatible from: 0003\nSELECT 1;');
    await expect(runMigrations()).rejects.toThrow(
      '0003_more.sql is compatible from 0003: expected an earlier',
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
