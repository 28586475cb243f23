import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from './error-code.ts';
import { StartupError } from './startup-error.ts';

const FULL_DISK = new Set(['ENOSPC', 'EDQUOT']);

/** Runs `act` on files of the data directory. @throws StartupError that names it if the file system refuses */
export async function inDataDir<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof StartupError || code === undefined) throw error;
    const remedy = FULL_DISK.has(code)
      ? 'free disk space, or choose a directory on another disk.'
      : 'choose a directory that this user may write to.';
    throw new StartupError(`DATA_DIR ${resolve(dataDir)} cannot be used (${code}): ${remedy}`, {
      cause: error,
    });
  }
}

/** Whether the directory contains an embedded database. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  try {
    return (await stat(join(dataDir, 'postgres', 'PG_VERSION'))).isFile();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** Creates the data directory for its owner only. Parent directories get the usual mode. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true });
  // Not recursive: on a read-only or special file system, that hides the reason or never ends.
  await mkdir(dataDir, { mode: 0o700 }).catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST' || !(await stat(dataDir)).isDirectory()) throw error;
  });
}
