import type { listAuditLogs } from '@halyard/contract/audit-logs';
import type { z } from 'zod';
import { findLoggedEmail } from '../../infra/audit/search/find-logged-email.ts';
import { type FoundEntries, searchAudit } from '../../infra/audit/search/search-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { readCursor } from './audit-cursor.ts';

export type AuditLogsQuery = z.output<NonNullable<(typeof listAuditLogs)['query']>>;

export interface AuditLogsService {
  /** Lists entries, newest first. @throws Problem `validation_error` for an invalid cursor */
  readonly list: (query: AuditLogsQuery) => Promise<FoundEntries>;
}

export function createAuditLogsService({ database }: { readonly database: Database }): AuditLogsService {
  return {
    list: async ({ limit, offset, cursor, from, to, ...filter }) =>
      await searchAudit(
        database,
        {
          ...filter,
          actorEmail: await findLoggedEmail(database, filter.actorEmail),
          ...(from !== undefined && { from: new Date(from) }),
          ...(to !== undefined && { to: new Date(to) }),
        },
        cursor === undefined ? { limit, offset } : { limit, below: readCursor(cursor) },
      ),
  };
}
