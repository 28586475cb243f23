import { setTimeout as sleep } from 'node:timers/promises';
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
import { INSUFFICIENT_PRIVILEGE, underLock, underSessionLock } from './migration-lock.ts';
import { grantProductRights } from './product-rights.ts';
import { applySessionSettings, NO_TIMEOUTS } from './session-settings.ts';

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly compatible_from: number | null;
}

const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';
/** Without rights on its schema, a table counts as undefined; before the owner gave rights on it, as forbidden. */
const NO_TABLE = new Set([UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE]);

/** How long a migration waits for a table before it lets those pass who wait behind it. */
interface LockPatience {
  readonly lockMs: number;
  readonly attempts: number;
  readonly pauseMs: number;
}

/** Documented in docs/operating/upgrade.md. */
const PATIENCE: LockPatience = { lockMs: 2_000, attempts: 10, pauseMs: 3_000 };

/**
 * Applies missing migrations under a lock, each in its own transaction, or outside of one if it builds an index. Concurrent
 * and killed runs are safe. Leaves a newer database as it is, if its migrations are compatible with this code.
 * @throws StartupError if the database is newer and not compatible, an applied file was changed, the account lacks
 *   privileges, or a table stays locked
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
  readonly patience?: LockPatience;
}): Promise<number> {
  const migrations = await readMigrations(options.directory);
  const client = new Client({ ...options.connection, application_name: 'halyard migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await applySessionSettings(client, NO_TIMEOUTS);
    await underLock(client, async () => await createTable(client));
    const applied: Migration[] = [];
    const apply = async () => await applyPatiently(client, migrations, options);
    for (let next = await apply(); next !== undefined; next = await apply()) applied.push(next);
    if (applied.length > 0) {
      options.log.info({ migrations: applied.length, version: migrations.length }, 'migrations applied');
    }
    await underLock(client, async () => await finish(client, migrations.length, options));
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

interface ApplyOptions {
  readonly masterKeys: MasterKeys;
  readonly areRowsSealed?: boolean;
  readonly patience?: LockPatience;
  readonly log: DatabaseLog;
}

/** Everyone who needs a table queues behind a statement that waits to lock it, so give up soon and try again. */
async function applyPatiently(
  client: Client,
  migrations: readonly Migration[],
  options: ApplyOptions,
): Promise<Migration | undefined> {
  const { lockMs, attempts, pauseMs } = options.patience ?? PATIENCE;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const next = await underLock(client, async () => {
        // Not for the lock of the migrations, which another process may hold for longer.
        await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
        return await applyNext(client, migrations, options);
      });
      if (next?.concurrentIndex !== undefined) await buildIndex(client, next, next.concurrentIndex);
      return next;
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === attempts) {
        throw new StartupError(
          'A migration could not lock a table, because a long transaction uses it: end that transaction, such as a backup, then start again.',
          { cause: error },
        );
      }
      options.log.warn({ attempt, nextTryInMs: pauseMs }, 'a migration waits for a table that others use');
      await sleep(pauseMs);
    }
  }
}

/** Drops what a killed build left first. Others read and write the table meanwhile. */
async function buildIndex(client: Client, next: Migration, name: string): Promise<void> {
  await underSessionLock(client, async () => {
    if ((await readNewestVersion(client)) >= next.version) return;
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await client.query(next.sql);
    await noteApplied(client, next);
  });
}

async function createTable(client: Client): Promise<void> {
  // CREATE TABLE IF NOT EXISTS needs the right to create, even if the table exists.
  const { rows } = await client.query<{ exists: boolean; isOld: boolean }>(`
    SELECT to_regclass('schema_migrations') IS NOT NULL AS exists, NOT EXISTS (SELECT FROM pg_attribute
      WHERE attrelid = to_regclass('schema_migrations') AND attname = 'compatible_from') AS "isOld"`);
  const [found] = rows;
  if (!found?.exists) {
    await client.query(`
      CREATE TABLE schema_migrations (
        version int PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        compatible_from int
      )`);
  } else if (found.isOld) {
    await client.query('ALTER TABLE schema_migrations ADD COLUMN compatible_from int');
  }
}

/** Gives the product its rights, unless a newer Halyard gave others, which it needs. */
async function finish(
  client: Client,
  known: number,
  { log, productAccount }: { readonly log: DatabaseLog; readonly productAccount?: string },
): Promise<void> {
  const version = await readNewestVersion(client);
  if (version > known) {
    log.warn({ version, known }, 'the database is newer than this Halyard, but compatible with it');
  } else if (productAccount !== undefined) {
    await grantProductRights(client, productAccount);
  }
}

async function readNewestVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM schema_migrations',
  );
  return rows[0]?.version ?? 0;
}

/** Returns the migration that it applied, or the index that is to be built outside of the transaction. */
async function applyNext(
  client: Client,
  migrations: readonly Migration[],
  { masterKeys, areRowsSealed = false }: ApplyOptions,
): Promise<Migration | undefined> {
  const { rows: applied } = await client.query<AppliedMigration>(
    'SELECT version, name, checksum, compatible_from FROM schema_migrations ORDER BY version',
  );
  requireSameHistory(applied, migrations);
  const next = migrations[applied.length];
  if (!next) return undefined;
  if (next.name === 'sealed_rows' && areRowsSealed) {
    throw new StartupError(
      `The database lacks migration ${next.version} (${next.name}), but its rows were sealed before, so somebody changed it. If you restored a backup of an older version, remove row-versions-*.json from DATA_DIR.`,
    );
  }
  if (next.concurrentIndex !== undefined) return next;
  await client.query(next.sql);
  if (next.name === 'email_keys') await fillEmailKeys(client);
  if (next.name === 'sealed_rows') await sealExistingRows(client, masterKeys());
  await noteApplied(client, next);
  return next;
}

async function noteApplied(client: Client, next: Migration): Promise<void> {
  await client.query(
    'INSERT INTO schema_migrations (version, name, checksum, compatible_from) VALUES ($1, $2, $3, $4)',
    [next.version, next.name, next.checksum, next.compatibleFrom],
  );
}

function requireSameHistory(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const incompatible = applied
    .slice(migrations.length)
    .find(({ compatible_from }) => (compatible_from ?? Infinity) > migrations.length);
  if (incompatible !== undefined) {
    throw new StartupError(
      `The database is at migration ${incompatible.version} (${incompatible.name}), but this Halyard only knows ${migrations.length}: start a newer Halyard, or restore an older backup.`,
    );
  }
  for (const [index, { version, name, checksum }] of applied.slice(0, migrations.length).entries()) {
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
