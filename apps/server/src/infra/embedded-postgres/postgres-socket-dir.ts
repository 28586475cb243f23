import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { giveTo, type PostgresAccount } from './postgres-account.ts';

/** Part of the socket's file name; the server does not listen on TCP. */
export const SOCKET_PORT = 5432;

/** `sockaddr_un.sun_path` is 108 bytes on Linux and 104 on macOS, the closing NUL included. */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/**
 * Creates the socket's directory for the account only: anyone who can enter it can use the database.
 * @throws StartupError if it belongs to another user or others can enter it
 */
export async function prepareSocketDir(dataDir: string, account: PostgresAccount): Promise<string> {
  const candidates = [
    path.join(dataDir, 'postgres-socket'),
    path.join(tmpdir(), temporaryName(dataDir, account)),
  ];
  const directory = candidates.find(fits);
  if (!directory) {
    throw new StartupError(
      `The database socket's paths ${candidates.join(' and ')} are both too long: choose a shorter DATA_DIR or TMPDIR.`,
    );
  }
  const wasMade = await makeDirectory(directory);
  if (wasMade) await giveTo(account, directory);

  const made = await lstat(directory);
  if (!made.isDirectory() || made.uid !== account.uid || (made.mode & 0o077) !== 0) {
    throw new StartupError(
      `${directory} must be a directory of user ${account.uid} that no other user can enter, because it gives access to the database: remove it and start again.`,
    );
  }
  return directory;
}

function temporaryName(dataDir: string, account: PostgresAccount): string {
  return `halyard-${account.uid}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

function fits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
}

async function makeDirectory(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
