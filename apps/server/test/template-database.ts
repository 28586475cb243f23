import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client, escapeIdentifier } from 'pg';
import { fixedMasterKeys } from '../src/infra/crypto/master-keys.ts';
import {
  type DatabaseConnection,
  sharesSessions,
  type UrlConnection,
} from '../src/infra/db/database-connection.ts';
import { migrate } from '../src/infra/db/migrate.ts';
import { readMigrations } from '../src/infra/db/migration-files.ts';
import { createRecordingLog } from './recording-log.ts';

const PRODUCT_RIGHTS = new URL('../src/infra/db/product-rights.ts', import.meta.url);
const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../migrations', import.meta.url));

/** Returns the schema version of every test database that is not empty. */
export async function newestMigration(): Promise<number> {
  return (await readMigrations(MIGRATIONS_DIRECTORY)).length;
}

export function withDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { ...connection, connectionString: url.href };
}

/** Runs `work` on a connection to the server's maintenance database. */
export async function administrate<T>(
  server: DatabaseConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...withDatabase(server, 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Has the rights that the product gives to the account of DATABASE_URL if the tables have another owner. */
export const PRODUCT_ACCOUNT = 'halyard_test_product';

/** Connects with only the rights of the product. A pooler passes on no role, only the account itself. */
export function asProduct(
  connection: DatabaseConnection,
): DatabaseConnection & { readonly options?: string } {
  if (!sharesSessions(connection)) return { ...connection, options: `-c role=${PRODUCT_ACCOUNT}` };
  const url = new URL((connection as UrlConnection).connectionString);
  url.username = PRODUCT_ACCOUNT;
  return { ...connection, connectionString: url.href };
}

/** Triggers of tests write to tables of their own, in the name of the product. */
async function openTablesOfTests(connection: DatabaseConnection): Promise<void> {
  const client = new Client({ ...connection });
  await client.connect();
  await client.query(`ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC;
    ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO PUBLIC`);
  await client.end();
}

async function createProductAccount(client: Client): Promise<void> {
  await client.query(
    `DO $$ BEGIN CREATE ROLE ${PRODUCT_ACCOUNT} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
}

/** Creates the template of test databases. Its name identifies the migrations and rights, and is given once complete. */
export async function ensureTemplateDatabase(server: DatabaseConnection): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const digest = createHash('sha256')
    .update(migrations.map(({ checksum }) => checksum).join())
    .update(await readFile(PRODUCT_RIGHTS));
  const name = `halyard_template_${digest.digest('hex').slice(0, 16)}`;
  const draft = `${name}_${process.pid}`;
  await administrate(server, async (client) => {
    await createProductAccount(client);
    const exists = async () =>
      (await client.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
    if (await exists()) return;
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(draft)}`);
    await client.query(`CREATE DATABASE ${escapeIdentifier(draft)} TEMPLATE template0`);
    await migrate({
      connection: withDatabase(server, draft),
      directory: MIGRATIONS_DIRECTORY,
      masterKeys: fixedMasterKeys(Buffer.alloc(32)),
      log: createRecordingLog().log,
      productAccount: PRODUCT_ACCOUNT,
    });
    await openTablesOfTests(withDatabase(server, draft));
    try {
      await client.query(`ALTER DATABASE ${escapeIdentifier(draft)} RENAME TO ${escapeIdentifier(name)}`);
    } catch (error) {
      await client.query(`DROP DATABASE ${escapeIdentifier(draft)}`);
      if (!(await exists())) throw error;
    }
  });
  return name;
}
