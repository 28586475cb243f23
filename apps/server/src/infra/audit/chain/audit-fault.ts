import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';

/** Error for an audit entry that cannot be written, which also fails its action. See `cause` for the reason. */
export class AuditFault extends Error {
  constructor(cause: unknown) {
    super(`No audit entry can be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * Runs `write` and wraps its errors, unless the database is unavailable.
 * @throws AuditFault for any other error
 */
export async function writingAudit<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof Error && isDatabaseUnavailable(error) ? error : new AuditFault(error);
  }
}
