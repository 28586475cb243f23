import { errorCode } from '../error-code.ts';

/** SQLSTATEs for read-only, disk full and I/O error. */
const SQLSTATES = new Set(['25006', '53100', '58030']);

export function isWriteRefused(error: unknown): boolean {
  return SQLSTATES.has(errorCode(error) ?? '');
}
