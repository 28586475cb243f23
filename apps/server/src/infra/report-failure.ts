import { debuglog } from 'node:util';
import { isDatabaseUnavailable } from './db/database-unavailable.ts';
import { isWriteRefused } from './db/write-refused.ts';
import { errorCode } from './error-code.ts';
import { StartupError } from './startup-error.ts';

const SQLSTATE = /^[0-9A-Z]{5}$/;
const NETWORK_CALLS = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** Errors of the calls above that only files have. */
const FILE_ERRORS = new Set(['EDQUOT', 'EFBIG', 'EIO', 'EISDIR', 'ENOSPC', 'EROFS']);

/** Prints in one line why a start or a command failed. `NODE_DEBUG=halyard` adds the stack. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${explainFailure(error)}\n`);
  debuglog('halyard')('%o', error);
}

/** Returns one line for the operator: what failed, and what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return unexpected(String(error));
  const code = errorCode(error) ?? '';
  const reason = error.message.split('\n')[0] || code;
  if ('syscall' in error && (FILE_ERRORS.has(code) || !NETWORK_CALLS.has(String(error.syscall)))) {
    return `A file cannot be used: ${reason}. Check the path, its access rights and the disk space.`;
  }
  if (isWriteRefused(error)) {
    return `Cannot write to the database: ${reason}. Free disk space there, or connect to the primary server.`;
  }
  if (isDatabaseUnavailable(error)) {
    return `The database does not respond: ${reason}. Check that it is running, then try again.`;
  }
  if (SQLSTATE.test(code)) {
    return `The database rejected a statement: ${reason} (SQLSTATE ${code}). Check the privileges of its account.`;
  }
  return unexpected(reason);
}

function unexpected(reason: string): string {
  return `Unexpected error: ${reason}. Set NODE_DEBUG=halyard to see where it happened, and report it.`;
}
