import { errorCode } from '../error-code.ts';

/** Read-only, disk full, I/O error. */
const SQLSTATES = new Set(['25006', '53100', '58030']);

export function isWriteRefused(error: unknown): boolean {
  return SQLSTATES.has(errorCode(error) ?? '');
}
