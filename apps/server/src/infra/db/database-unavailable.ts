const NODE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Connection exceptions, resources (disk full, too many connections), shutdowns, cancelled by a time-out, lock not available, deadlock, read-only. */
const SQLSTATES = /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|58030)$/;

/**
 * pg's own errors carry no code: these are its texts for a connection that broke or could not be had. A rollback on
 * one that was given up meanwhile is not queryable, and hides why it was.
 */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout)/;

/** Whether an error says that the database cannot serve now, rather than that the statement was wrong. */
export function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined) return NODE_CODES.has(code) || SQLSTATES.test(code);
  return DRIVER_MESSAGES.test(error.message);
}
