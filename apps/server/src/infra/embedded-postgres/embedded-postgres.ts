import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inDataDir } from '../data-dir.ts';
import type { SocketConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { choosePostgresAccount, requireAccess } from './postgres-account.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { CLUSTER_USER, ensureCluster, ensureDataDir } from './postgres-cluster.ts';
import { embeddedSettings } from './postgres-settings.ts';
import { prepareSocketDir, SOCKET_PORT } from './postgres-socket-dir.ts';
import { type PostgresSettings, type Postmaster, startPostmaster } from './postmaster.ts';
import { claimServer, requireDataDirLock, type ServerClaim } from './server-claim.ts';

export interface EmbeddedPostgres {
  readonly connection: SocketConnection;
  readonly stop: () => Promise<void>;
}

interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  readonly settings?: PostgresSettings;
}

export const DATABASE = 'halyard';
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
const STEADY_MS = 10_000;

/** Starts PostgreSQL and restarts it when it dies. @throws DataDirInUseError, or StartupError if it cannot run here */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const place = await inDataDir(options.dataDir, async () => await preparePlace(options));
  const server = { host: place.socketDir, port: SOCKET_PORT, user: CLUSTER_USER };
  const settings = {
    ...embeddedSettings,
    ...options.settings,
    // A list of quoted paths. Without quotes, a comma would end the path.
    unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"`,
    port: String(SOCKET_PORT),
  };
  const stopping = new AbortController();
  let latest: Postmaster | undefined;
  const start = () => {
    latest = startPostmaster({ ...place, settings, log });
    return latest;
  };
  const claim = async () => await claimServer({ ...place, server, start, stopping: stopping.signal, log });

  const first = await claim();
  try {
    await ensureDatabase(first);
  } catch (error) {
    await first.postmaster.stop();
    throw error;
  }
  log.debug({ pid: first.postmaster.pid, socketDir: place.socketDir }, 'database server running');

  let { lock } = first;
  const restore = async ({ postmaster }: ServerClaim) => {
    const restored = postmaster.hasEnded()
      ? await claim()
      : { postmaster, lock: await requireDataDirLock(server, place.dataDir) };
    lock = restored.lock;
    return restored;
  };
  const supervising = supervise(first, restore, stopping.signal, log);
  return {
    connection: { ...server, database: DATABASE },
    stop: async () => {
      stopping.abort();
      // PostgreSQL logs a warning for every session that a shutdown ends.
      await lock.release();
      await latest?.stop();
      await supervising;
    },
  };
}

async function preparePlace({ dataDir: requested, log }: EmbeddedPostgresOptions) {
  const account = await choosePostgresAccount(path.join(requested, 'postgres'));
  await ensureDataDir(requested, account);
  const dataDir = await realpath(requested);
  requireAccess(account, 'x', dataDir);
  const clusterDir = path.join(dataDir, 'postgres');
  const binaries = await preparePostgresBinaries({ dataDir, account, log });
  await ensureCluster({ clusterDir, account, binaries, log });
  requireAccess(account, 'w', clusterDir);
  const socketDir = await prepareSocketDir(dataDir, account);
  return { account, dataDir, clusterDir, socketDir, postgres: binaries.postgres };
}

/** Restores the server or its lock whenever either is lost, until `stopping`. */
async function supervise(
  first: ServerClaim,
  restore: (lost: ServerClaim) => Promise<ServerClaim>,
  stopping: AbortSignal,
  log: DatabaseLog,
): Promise<void> {
  let current = first;
  let backoff = FIRST_BACKOFF_MS;
  for (;;) {
    const since = performance.now();
    await Promise.race([current.postmaster.ended, current.lock.lost]);
    if (stopping.aborted) return;
    log.warn({ pid: current.postmaster.pid }, 'database lost, restoring it');
    if (performance.now() - since > STEADY_MS) backoff = FIRST_BACKOFF_MS;
    try {
      await sleep(backoff, undefined, { signal: stopping });
      backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
      current = await restore(current);
      log.info({ pid: current.postmaster.pid }, 'database restored');
    } catch (error) {
      if (stopping.aborted) return;
      log.error({ err: error }, 'restoring the database failed, retrying');
    }
  }
}

async function ensureDatabase({ lock }: ServerClaim): Promise<void> {
  const found = await lock.client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (found.rowCount === 0) await lock.client.query(`CREATE DATABASE ${DATABASE}`);
}
