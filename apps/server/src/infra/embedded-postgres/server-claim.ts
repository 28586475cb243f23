import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { type DataDirLock, takeDataDirLock } from './data-dir-lock.ts';
import { CLUSTER_USER } from './postgres-cluster.ts';
import type { Postmaster } from './postmaster.ts';
import { findPostmaster, type PostmasterEntry } from './postmaster-file.ts';
import { backendsOf, isPostgresOf, signalProcess } from './process-table.ts';

/** A server that this process started, and the lock that makes the data directory this process's own. */
export interface ServerClaim {
  readonly postmaster: Postmaster;
  readonly lock: DataDirLock;
}

interface ClaimOptions {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly server: { readonly host: string; readonly port: number; readonly user: string };
  readonly start: () => Postmaster;
  readonly stopping: AbortSignal;
  readonly log: DatabaseLog;
}

/** Another product process works on the data directory. */
export class DataDirInUseError extends StartupError {
  constructor(dataDir: string) {
    super(
      `DATA_DIR ${dataDir} is in use by another running Halyard: stop that one, or choose another DATA_DIR.`,
    );
  }
}

const START_ATTEMPTS = 5;
const FIRST_RETRY_MS = 100;
const POLL_MS = 25;
const OTHER_ANSWERS_WITHIN_MS = 30_000;
const FAST_SHUTDOWN_MS = 8_000;
/** A product that was asked to stop may still be at it when the next one starts. */
const OWNER_LEAVES_WITHIN_MS = 3_000;

/**
 * Starts the server and takes the data directory's lock. A server that outlived a killed product process is
 * stopped first, not kept: only a child of ours ends with us and runs with this version's settings.
 * Of processes that try at once, PostgreSQL's own lock file lets one server start, and its starter wins.
 * @throws DataDirInUseError when another living process has the data directory.
 * @throws StartupError when the server does not start.
 */
export async function claimServer(options: ClaimOptions): Promise<ServerClaim> {
  const { clusterDir, server, start, stopping, log } = options;
  for (let failures = 0; ; ) {
    await endForeignServer(options);
    const postmaster = start();
    if (await postmaster.ready) {
      const lock = await takeDataDirLock(server).catch(async (error: unknown) => {
        await postmaster.stop();
        throw error;
      });
      if (lock) return { postmaster, lock };
      await postmaster.stop();
      throw new DataDirInUseError(options.dataDir);
    }
    stopping.throwIfAborted();
    failures += 1;
    if (failures === START_ATTEMPTS) {
      throw new StartupError(
        `The database in ${clusterDir} does not start: ${postmaster.lastComplaint() ?? 'no reason given'}`,
      );
    }
    // Backends of a postmaster that was killed keep its shared memory, and with it the cluster, until they end.
    for (const pid of backendsOf(clusterDir)) signalProcess(pid, 'SIGKILL');
    await sleep(FIRST_RETRY_MS * 2 ** (failures - 1), undefined, { signal: stopping });
    log.debug({ failures }, 'starting the database again');
  }
}

async function endForeignServer(options: ClaimOptions): Promise<void> {
  const { clusterDir, stopping } = options;
  const begun = performance.now();
  for (;;) {
    const other = await findPostmaster(clusterDir);
    if (!other) return;
    if (other.isReady && (await endOrphan(other, options, begun))) return;
    if (performance.now() - begun > OTHER_ANSWERS_WITHIN_MS) {
      throw new StartupError(
        `The database server with process id ${other.pid} in ${clusterDir} neither answers nor ends: stop it and start again.`,
      );
    }
    await sleep(POLL_MS, undefined, { signal: stopping });
  }
}

/** Returns false when the server is starting or stopping just now, or its product may be about to leave. */
async function endOrphan(orphan: PostmasterEntry, options: ClaimOptions, begun: number): Promise<boolean> {
  const lock = await takeLockOf(orphan);
  if (lock === 'not now') return false;
  if (!lock) {
    if (performance.now() - begun > OWNER_LEAVES_WITHIN_MS) throw new DataDirInUseError(options.dataDir);
    return false;
  }

  options.log.warn({ pid: orphan.pid }, 'stopping a database server that a killed process left behind');
  signalProcess(orphan.pid, 'SIGINT');
  const patience = performance.now() + FAST_SHUTDOWN_MS;
  let isInsisting = false;
  while (isPostgresOf(options.clusterDir, orphan.pid)) {
    await sleep(POLL_MS, undefined, { signal: options.stopping });
    if (!isInsisting && performance.now() > patience) {
      signalProcess(orphan.pid, 'SIGQUIT');
      isInsisting = true;
    }
  }
  await lock.release();
  return true;
}

async function takeLockOf(orphan: PostmasterEntry): Promise<DataDirLock | undefined | 'not now'> {
  try {
    return await takeDataDirLock({ host: orphan.socketDir, port: orphan.port, user: CLUSTER_USER });
  } catch (error) {
    if (errorCode(error) === '28000') throw error;
    return 'not now';
  }
}
