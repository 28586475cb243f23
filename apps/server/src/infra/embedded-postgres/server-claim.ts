import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SocketConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { type DataDirLock, takeDataDirLock } from './data-dir-lock.ts';
import { CLUSTER_USER } from './postgres-cluster.ts';
import type { Postmaster } from './postmaster.ts';
import { type PostmasterEntry, postmasterFile, readPostmasterFile } from './postmaster-file.ts';

export interface ServerClaim {
  readonly postmaster: Postmaster;
  readonly lock: DataDirLock;
}

interface ClaimOptions {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly server: Omit<SocketConnection, 'database'>;
  readonly start: () => Postmaster;
  readonly stopping: AbortSignal;
  readonly log: DatabaseLog;
}

class DataDirInUseError extends StartupError {
  constructor(dataDir: string) {
    super(
      `DATA_DIR ${dataDir} is in use by another running Halyard: stop that one, or choose another DATA_DIR.`,
    );
  }
}

/** Takes 6 s with the pauses: backends of a killed postmaster block a start until their statements end. */
const START_ATTEMPTS = 7;
const FIRST_RETRY_MS = 100;
const POLL_MS = 25;
const FAST_SHUTDOWN_MS = 8_000;
const RUNNING_SERVER_TIMEOUT_MS = 30_000;
/** A process that has just started a server locks it within milliseconds. */
const STARTER_LOCKS_WITHIN_MS = 300;
const LOCK_FILE_COMPLAINT = 'lock file "postmaster.pid" already exists';

/**
 * Starts the server and locks the data directory. First stops a server that outlived its product process.
 * @throws DataDirInUseError if another process holds the lock, StartupError if the server does not start
 */
export async function claimServer(options: ClaimOptions): Promise<ServerClaim> {
  const { clusterDir, server, start, stopping, log } = options;
  for (let failures = 1; ; failures++) {
    await stopRunningServer(options);
    const postmaster = start();
    const lock = (await postmaster.ready) ? await takeDataDirLock(server).catch(() => undefined) : undefined;
    if (lock) return { postmaster, lock };
    await postmaster.stop();
    stopping.throwIfAborted();
    const reason = postmaster.lastComplaint() ?? 'no reason given';
    if (failures === START_ATTEMPTS) {
      throw new StartupError(
        `The database in ${clusterDir} does not start: ${reason}. Check disk space and access rights, or choose another DATA_DIR.`,
      );
    }
    log.debug({ failures, reason }, 'database start failed, retrying');
    if (reason.includes(LOCK_FILE_COMPLAINT)) await removeStaleFile(clusterDir);
    await sleep(FIRST_RETRY_MS * 2 ** (failures - 1), undefined, { signal: stopping });
  }
}

/** @throws DataDirInUseError if another process holds the lock. */
export async function requireDataDirLock(
  server: ClaimOptions['server'],
  dataDir: string,
): Promise<DataDirLock> {
  const lock = await takeDataDirLock(server);
  if (!lock) throw new DataDirInUseError(dataDir);
  return lock;
}

/** Stops a server without an owner, and waits for one that is starting or stopping. */
async function stopRunningServer({ dataDir, clusterDir, stopping, log }: ClaimOptions): Promise<void> {
  const deadline = performance.now() + RUNNING_SERVER_TIMEOUT_MS;
  for (;;) {
    const running = await readPostmasterFile(clusterDir);
    const lock = running && (await lockRunningServer(running));
    if (!running || lock === 'unreachable') return;
    if (!lock) throw new DataDirInUseError(dataDir);
    if (lock !== 'busy') {
      log.warn({ pid: running.pid }, 'stopping a database server left behind by a killed process');
      interrupt(running.pid);
      await Promise.race([lock.lost, sleep(FAST_SHUTDOWN_MS, undefined, { ref: false })]);
      await lock.release();
    }
    if (performance.now() > deadline) {
      throw new StartupError(
        `The database server with process ID ${running.pid} in ${clusterDir} does not respond: stop it and start again.`,
      );
    }
    await sleep(POLL_MS, undefined, { signal: stopping });
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Takes the lock of a server that another process started. Undefined if that process still holds it. */
async function lockRunningServer(
  running: PostmasterEntry,
): Promise<DataDirLock | undefined | 'busy' | 'unreachable'> {
  try {
    const server = { host: running.socketDir, port: running.port, user: CLUSTER_USER };
    return await takeDataDirLock(server, STARTER_LOCKS_WITHIN_MS);
  } catch (error) {
    const code = errorCode(error);
    if (code === '28000') throw error;
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'unreachable' : 'busy';
  }
}

/** Removes a lock file whose process ID was reused. Its shared memory still prevents a second server. */
async function removeStaleFile(clusterDir: string): Promise<void> {
  const entry = await readPostmasterFile(clusterDir);
  if (!entry) return;
  const lock = await lockRunningServer(entry);
  if (lock === 'unreachable') await rm(postmasterFile(clusterDir), { force: true });
  else if (lock && lock !== 'busy') await lock.release();
}
