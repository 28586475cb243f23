import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';

/** No audit entry can be written, and so nothing that wants one can be done: the cause says why. */
export class AuditFault extends Error {
  constructor(cause: unknown) {
    super(`No audit entry can be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** @throws AuditFault for whatever `write` throws, but what says that the database is not there at all */
export async function writingAudit<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error) ? error : new AuditFault(error);
  }
}
