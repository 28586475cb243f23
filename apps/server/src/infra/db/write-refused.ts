import { errorCode } from '../error-code.ts';

/** Read-only, disk full, and an error of the disk. */
const SQLSTATES = new Set(['25006', '53100', '58030']);

/** Whether an error says that the database answers and cannot write, so that it may still be read. */
export function isWriteRefused(error: unknown): boolean {
  return SQLSTATES.has(errorCode(error) ?? '');
}
