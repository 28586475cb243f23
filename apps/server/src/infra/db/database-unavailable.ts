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

/** Connection failure, no resources, shutdown, timeout, lock timeout, serialization failure, deadlock, read-only, I/O error. */
const SQLSTATES = /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|58030)$/;

/** Messages of pg's own errors, which lack a code. A rollback on a closed connection is "not queryable". */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/;

export function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined) return NODE_CODES.has(code) || SQLSTATES.test(code);
  return DRIVER_MESSAGES.test(error.message);
}
