import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixedMasterKeys, type MasterKeys } from '../src/infra/crypto/master-keys.ts';
import { migrate } from '../src/infra/db/migrate.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const masterKeys = fixedMasterKeys(Buffer.alloc(32, 26));
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** A test database with the schema of an earlier version. */
export interface OlderDatabase extends TestDatabase {
  readonly masterKeys: MasterKeys;
  readonly upgrade: (options?: { readonly areRowsSealed: boolean }) => Promise<void>;
}

/** @param migration number of the first migration that is left out, such as `0019` */
export async function createDatabaseBefore(migration: string): Promise<OlderDatabase> {
  const test = await createTestDatabase({ empty: true });
  const runMigrations = async (directory: string, options?: { readonly areRowsSealed: boolean }) => {
    const { log } = createRecordingLog();
    await migrate({ connection: test.connection, directory, masterKeys, log, ...options });
  };
  const older = await mkdtemp(path.join(tmpdir(), 'halyard-migrations-'));
  try {
    for (const file of (await readdir(MIGRATIONS)).filter((name) => name < migration)) {
      await cp(path.join(MIGRATIONS, file), path.join(older, file));
    }
    await runMigrations(older);
  } finally {
    await rm(older, { recursive: true, force: true });
  }
  return { ...test, masterKeys, upgrade: async (options) => await runMigrations(MIGRATIONS, options) };
}
