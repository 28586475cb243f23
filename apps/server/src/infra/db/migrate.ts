import { Client } from 'pg';
import type { MasterKeys } from '../crypto/master-keys.ts';
import { errorCode } from '../error-code.ts';
import { sealExistingRows } from '../sealed-rows/seal-existing-rows.ts';
import { StartupError } from '../startup-error.ts';
import type { Database } from './database.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { DatabaseLog } from './database-log.ts';
import { fillEmailKeys } from './fill-email-keys.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { grantProductRights } from './product-rights.ts';
import { applySessionSettings, NO_TIMEOUTS } from './session-settings.ts';

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_TABLE = '42P01';
/** Without rights on its schema, a table counts as undefined; before the owner gave rights on it, as forbidden. */
const NO_TABLE = new Set([UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE]);

/** Any number that is not used elsewhere; the lock of the data directory is in `data-dir-lock.ts`. */
const LOCK_KEY = 4_857_101;

/**
 * Applies missing migrations, each in its own transaction and under a lock. Concurrent and killed runs are safe.
 * @throws StartupError if the database is newer, an applied file was changed, or the account lacks privileges
 */
export async function migrate(options: {
  readonly connection: DatabaseConnection;
  readonly directory: string;
  readonly masterKeys: MasterKeys;
  readonly log: DatabaseLog;
  /** Whether the rows that grant access were sealed before. A migration that seals them must not run again. */
  readonly areRowsSealed?: boolean;
  /** Gets its rights from the account of `connection`, which then owns the tables. */
  readonly productAccount?: string;
}): Promise<number> {
  const migrations = await readMigrations(options.directory);
  const client = new Client({ ...options.connection, application_name: 'halyard migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await applySessionSettings(client, NO_TIMEOUTS);
    await underLock(client, async () => await createTable(client));
    const applied: Migration[] = [];
    const apply = async () =>
      await underLock(client, async () => await applyNext(client, migrations, options));
    for (let next = await apply(); next !== undefined; next = await apply()) applied.push(next);
    if (applied.length > 0) {
      options.log.info({ migrations: applied.length, version: migrations.length }, 'migrations applied');
    }
    const { productAccount } = options;
    if (productAccount !== undefined) {
      await underLock(client, async () => await grantProductRights(client, productAccount));
    }
  } finally {
    await client.end().catch(() => undefined);
  }
  return migrations.length;
}

/** Whether a migration is applied. It can be missing after an older dump was restored. */
export async function hasMigration({ query }: Pick<Database, 'query'>, version: number): Promise<boolean> {
  try {
    const { rowCount } = await query({
      text: 'SELECT FROM schema_migrations WHERE version = $1',
      values: [version],
    });
    return rowCount === 1;
  } catch (error) {
    if (error instanceof Error && NO_TABLE.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

async function underLock<T>(client: Client, step: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const result = await step();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error instanceof Error && errorCode(error) === INSUFFICIENT_PRIVILEGE
      ? new StartupError(
          `DATABASE_URL: its account cannot set up the database: ${error.message}. Grant it CREATE on the database and on its schema, or set DATABASE_URL_OWNER.`,
          { cause: error },
        )
      : error;
  }
}

async function createTable(client: Client): Promise<void> {
  // CREATE TABLE IF NOT EXISTS needs the right to create, even if the table exists.
  const { rowCount } = await client.query("SELECT WHERE to_regclass('schema_migrations') IS NULL");
  if (rowCount === 0) return;
  await client.query(`
    CREATE TABLE schema_migrations (
      version int PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function applyNext(
  client: Client,
  migrations: readonly Migration[],
  {
    masterKeys,
    areRowsSealed = false,
  }: { readonly masterKeys: MasterKeys; readonly areRowsSealed?: boolean },
): Promise<Migration | undefined> {
  const { rows: applied } = await client.query<AppliedMigration>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  requireSameHistory(applied, migrations);
  const next = migrations[applied.length];
  if (!next) return undefined;
  if (next.name === 'sealed_rows' && areRowsSealed) {
    throw new StartupError(
      `The database lacks migration ${next.version} (${next.name}), but its rows were sealed before, so somebody changed it. If you restored a backup of an older version, remove row-versions-*.json from DATA_DIR.`,
    );
  }

  await client.query(next.sql);
  if (next.name === 'email_keys') await fillEmailKeys(client);
  if (next.name === 'sealed_rows') await sealExistingRows(client, masterKeys());
  await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
    next.version,
    next.name,
    next.checksum,
  ]);
  return next;
}

function requireSameHistory(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1);
  if (newest && newest.version > migrations.length) {
    throw new StartupError(
      `The database is at migration ${newest.version} (${newest.name}), but this Halyard only knows ${migrations.length}: start a newer Halyard, or restore an older backup.`,
    );
  }
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const known = migrations[index];
    if (version !== known?.version) {
      throw new StartupError(
        `The database lacks migration ${index + 1} but has ${version} (${name}): restore a backup.`,
      );
    }
    if (checksum !== known.checksum) {
      throw new StartupError(
        `Migration ${version} (${name}) was changed after it was applied to this database: put its file back and add a new migration instead.`,
      );
    }
  }
}
