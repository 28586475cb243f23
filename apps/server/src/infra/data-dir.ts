import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from './error-code.ts';
import { StartupError } from './startup-error.ts';

/** Runs `act` on files of the data directory. @throws StartupError that names it if the file system refuses */
export async function inDataDir<T>(dataDir: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof StartupError || code === undefined) throw error;
    throw new StartupError(
      `DATA_DIR ${resolve(dataDir)} cannot be used (${code}): choose a directory that this user may write to.`,
      { cause: error },
    );
  }
}

/** Creates the data directory for its owner only. Parent directories get the usual mode. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
}
