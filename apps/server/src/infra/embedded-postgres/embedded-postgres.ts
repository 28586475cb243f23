import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inDataDir } from '../data-dir.ts';
import type { SocketConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import type { StartupError } from '../startup-error.ts';
import { type DataDirLock, OWNER_SETTING, takeDataDirLock } from './data-dir-lock.ts';
import { choosePostgresAccount, type PostgresAccount, requireAccess } from './postgres-account.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { CLUSTER_USER, ensureCluster, ensureDataDir } from './postgres-cluster.ts';
import { embeddedSettings } from './postgres-settings.ts';
import { prepareSocketDir, SOCKET_PORT } from './postgres-socket-dir.ts';
import { type PostgresSettings, type Postmaster, startPostmaster } from './postmaster.ts';
import { processIdentity } from './process-table.ts';
import { claimServer, DataDirInUseError, type ServerClaim } from './server-claim.ts';

/** The product's own PostgreSQL, running. */
export interface EmbeddedPostgres {
  readonly connection: SocketConnection;
  /** Resolves, with the reason, should another product process get hold of the data directory. Else never. */
  readonly displaced: Promise<StartupError>;
  /** Stops the server; connections that are still open are cut. */
  readonly stop: () => Promise<void>;
}

const DATABASE = 'halyard';
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
const STEADY_MS = 10_000;

/**
 * Starts PostgreSQL on `dataDir`, making the cluster on the first start, and keeps it running: when the
 * server dies it is started again, with growing pauses, until `stop`.
 * @param settings further or other server settings, for tests.
 * @throws DataDirInUseError, a StartupError, when another product process works on the same directory.
 * @throws StartupError when the server cannot be run here.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  readonly settings?: PostgresSettings;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const account = await choosePostgresAccount(path.join(options.dataDir, 'postgres'));
  const dataDir = await openDataDir(options.dataDir, account);
  requireAccess(account, 'x', dataDir);
  const clusterDir = path.join(dataDir, 'postgres');
  const binaries = await preparePostgresBinaries({ dataDir, account, log });
  await ensureCluster({ clusterDir, account, binaries, log });
  requireAccess(account, 'w', clusterDir);
  const socketDir = await prepareSocketDir(dataDir, account);

  const server = { host: socketDir, port: SOCKET_PORT, user: CLUSTER_USER };
  const settings = {
    ...embeddedSettings,
    ...options.settings,
    unix_socket_directories: socketDir,
    port: String(SOCKET_PORT),
    [OWNER_SETTING]: processIdentity(process.pid),
  };
  const stopping = new AbortController();
  let latest: Postmaster | undefined;
  let latestLock: DataDirLock | undefined;
  const claim = async () => {
    const claimed = await claimServer({
      dataDir,
      clusterDir,
      server,
      log,
      stopping: stopping.signal,
      start: () => {
        latest = startPostmaster({ postgres: binaries.postgres, clusterDir, account, settings, log });
        return latest;
      },
    });
    latestLock = claimed.lock;
    return claimed;
  };

  const first = await claim();
  await ensureDatabase(first).catch(async (error: unknown) => {
    await first.postmaster.stop();
    throw error;
  });
  log.debug({ pid: first.postmaster.pid, socketDir }, 'database server running');

  const displaced = Promise.withResolvers<StartupError>();
  const restoreLock = async (postmaster: Postmaster): Promise<ServerClaim> => {
    const lock = await takeDataDirLock(server);
    if (!lock) throw new DataDirInUseError(dataDir);
    latestLock = lock;
    return { postmaster, lock };
  };
  const supervising = supervise({ first, claim, restoreLock, stopping: stopping.signal, log }).catch(
    (error: unknown) => {
      if (error instanceof DataDirInUseError) displaced.resolve(error);
      else if (!stopping.signal.aborted) log.error({ err: error }, 'the database is no longer watched');
    },
  );

  return {
    connection: { ...server, database: DATABASE },
    displaced: displaced.promise,
    stop: async () => {
      stopping.abort();
      await latestLock?.release();
      await latest?.stop();
      await supervising;
    },
  };
}

/** Restores the server, or the lock alone, whenever it is lost. Ends by throwing: on `stopping`, or when displaced. */
async function supervise(options: {
  readonly first: ServerClaim;
  readonly claim: () => Promise<ServerClaim>;
  readonly restoreLock: (postmaster: Postmaster) => Promise<ServerClaim>;
  readonly stopping: AbortSignal;
  readonly log: DatabaseLog;
}): Promise<never> {
  const { claim, restoreLock, stopping, log } = options;
  let current: ServerClaim | undefined = options.first;
  let backoff = FIRST_BACKOFF_MS;
  for (;;) {
    const since = performance.now();
    const lost = current ? await firstLoss(current) : 'server';
    stopping.throwIfAborted();
    if (current) log.warn({ lost, pid: current.postmaster.pid }, 'restoring the database');
    if (performance.now() - since > STEADY_MS) backoff = FIRST_BACKOFF_MS;
    await sleep(backoff, undefined, { signal: stopping });
    backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS);
    try {
      current =
        current && !current.postmaster.hasEnded() ? await restoreLock(current.postmaster) : await claim();
      log.info({ pid: current.postmaster.pid }, 'database restored');
    } catch (error) {
      if (stopping.aborted || error instanceof DataDirInUseError) throw error;
      log.error({ err: error }, 'the database could not be restored; trying again');
      if (current?.postmaster.hasEnded()) current = undefined;
    }
  }
}

async function firstLoss({ postmaster, lock }: ServerClaim): Promise<'server' | 'lock'> {
  return await Promise.race([
    postmaster.ended.then(() => 'server' as const),
    lock.lost.then(() => 'lock' as const),
  ]);
}

async function openDataDir(requested: string, account: PostgresAccount): Promise<string> {
  return await inDataDir(requested, async () => {
    await ensureDataDir(requested, account);
    return await realpath(requested);
  });
}

async function ensureDatabase({ lock }: ServerClaim): Promise<void> {
  const found = await lock.client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (found.rowCount === 0) await lock.client.query(`CREATE DATABASE ${DATABASE}`);
}
