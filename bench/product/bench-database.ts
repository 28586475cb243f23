import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { fixedMasterKeys, masterKeyRing } from '../../apps/server/src/infra/crypto/master-keys.ts';
import type { SocketConnection } from '../../apps/server/src/infra/db/database-connection.ts';
import { migrate } from '../../apps/server/src/infra/db/migrate.ts';
import { readMigrations } from '../../apps/server/src/infra/db/migration-files.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/infra/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { sealExistingAddresses } from '../../apps/server/src/infra/sealed-rows/seal-existing-rows.ts';
import { ADMINISTRATOR, MASTER_KEY } from './administrator.ts';
import { BENCH_CACHE } from './bench-cache.ts';
import { runAdmin } from './run-admin.ts';
import { closeAuditBlocks, writeAuditEntries } from './write-audit-entries.ts';
import { writeInvitations } from './write-invitations.ts';
import { writeMerchants } from './write-merchants.ts';
import { writeRecords } from './write-records.ts';
import { writeUsers } from './write-users.ts';
import { writeWallets } from './write-wallets.ts';

export interface BenchRows {
  readonly users: number;
  readonly merchants?: number;
  readonly invitations?: number;
  readonly auditEntries?: number;
  /** Inbound wallets. */
  readonly wallets?: number;
  readonly transactions?: number;
  /** Orders of these merchants, paid by these transactions. */
  readonly orders?: number;
}

export interface BenchDatabase {
  readonly connection: SocketConnection;
  /** Value for `DATABASE_URL`. */
  readonly url: string;
  readonly client: Client;
  readonly stop: () => Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../../apps/server/migrations', import.meta.url));

/** Starts the database, and fills it on first use. An administrator of an earlier run signs in without a second factor. */
export async function startBenchDatabase(rows: BenchRows): Promise<BenchDatabase> {
  const log = createLog('error');
  const postgres = await startEmbeddedPostgres({ dataDir: await chooseDataDir(rows), log });
  const { connection } = postgres;
  try {
    const masterKeys = fixedMasterKeys(MASTER_KEY);
    await migrate({ connection, directory: MIGRATIONS, masterKeys, log });
    const client = new Client({ ...connection });
    // A lost connection also fails the running query, which reports it.
    client.on('error', () => undefined);
    await client.connect();
    await fill(client, connection, rows);
    const { host, port, user, database } = connection;
    const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    const { rowCount } = await client.query('SELECT FROM administrators');
    if (rowCount !== 0) runAdmin(['reset-2fa', ADMINISTRATOR.email], { databaseUrl: url });
    return {
      connection,
      url,
      client,
      stop: async () => {
        await client.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Names the folder after a hash of the migrations. Deletes outdated folders. */
async function chooseDataDir({
  users,
  merchants = 0,
  invitations = 0,
  auditEntries = 0,
  wallets = 0,
  transactions = 0,
  orders = 0,
}: BenchRows): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS);
  const digest = createHash('sha256').update(migrations.map(({ checksum }) => checksum).join());
  const rows = [users, merchants, invitations, auditEntries, wallets, transactions, orders];
  const prefix = `database-${rows.join('-')}-`;
  const name = `${prefix}${digest.digest('hex').slice(0, 8)}`;
  for (const found of await readdir(BENCH_CACHE).catch(() => [])) {
    if (found.startsWith(prefix) && found !== name)
      await rm(path.join(BENCH_CACHE, found), { recursive: true });
  }
  return path.join(BENCH_CACHE, name);
}

async function fill(
  client: Client,
  connection: SocketConnection,
  {
    users,
    merchants = 0,
    invitations = 0,
    auditEntries = 0,
    wallets = 0,
    transactions = 0,
    orders = 0,
  }: BenchRows,
): Promise<void> {
  async function fillTable(table: string, rows: number, write: () => Promise<void>): Promise<void> {
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount !== 0 || rows === 0) return;
    console.log(`Writing ${rows.toLocaleString('en')} ${table}, kept for later runs`);
    await write();
  }

  await fillTable('users', users, () => writeUsers(client, users));
  await fillTable('merchants', merchants, () => writeMerchants(client, merchants));
  await fillTable('invitations', invitations, () => writeInvitations(client, invitations));
  await fillTable('audit_log', auditEntries, () => writeAuditEntries(client, auditEntries));
  await fillTable('orders', orders, () => writeRecords(client, { wallets, transactions, orders }));
  await fillTable('wallets', wallets, () => writeWallets(client, { wallets, transactions }));
  await sealExistingAddresses(client, masterKeyRing(MASTER_KEY));
  if (auditEntries > 0) await closeAuditBlocks(connection);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}
