import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { hasCluster, inDataDir } from '../data-dir.ts';
import type { SocketConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { StartupError } from '../startup-error.ts';
import { DATABASE, startEmbeddedPostgres } from './embedded-postgres.ts';
import { CLUSTER_USER } from './postgres-cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';

const CONNECT_TIMEOUT_MS = 3_000;

/** Opens an existing embedded database and starts it unless the product runs. @throws StartupError if there is none */
export async function borrowEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly log: DatabaseLog;
}): Promise<{ readonly connection: SocketConnection; readonly release: () => Promise<void> }> {
  await requireCluster(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const running = await readPostmasterFile(path.join(dataDir, 'postgres'));
  if (running?.isReady) {
    const { socketDir: host, port } = running;
    const connection = { host, port, user: CLUSTER_USER, database: DATABASE };
    if (await answers(connection)) return { connection, release: async () => undefined };
  }
  const { connection, stop } = await startEmbeddedPostgres(options);
  return { connection, release: stop };
}

async function requireCluster(dataDir: string): Promise<void> {
  if (await inDataDir(dataDir, async () => await hasCluster(dataDir))) return;
  throw new StartupError(
    `DATA_DIR ${dataDir} holds no database: set DATA_DIR or DATABASE_URL to the value the server uses, or start the server first.`,
  );
}

async function answers(connection: SocketConnection): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  const isConnected = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return isConnected;
}
