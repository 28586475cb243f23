import type { listAuditLogs } from '@halyard/contract/audit-logs';
import type { z } from 'zod';
import { type AuditRow, findAuditRow } from '../../infra/audit/entry/read-audit.ts';
import { findTypedValues } from '../../infra/audit/search/find-typed-values.ts';
import { type FoundEntries, searchAudit } from '../../infra/audit/search/search-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import { readCursor } from './audit-cursor.ts';

export type AuditLogsQuery = z.output<NonNullable<(typeof listAuditLogs)['query']>>;

export interface AuditLogsService {
  /** Lists entries, newest first. @throws Problem `validation_error` for an invalid cursor */
  readonly list: (query: AuditLogsQuery) => Promise<FoundEntries>;
  /** Finds an entry at any age. @throws Problem `not_found` */
  readonly find: (id: string) => Promise<AuditRow>;
}

export function createAuditLogsService({ database }: { readonly database: Database }): AuditLogsService {
  return {
    list: async ({ limit, offset, cursor, from, to, ...filter }) =>
      await searchAudit(
        database,
        {
          ...(await findTypedValues(database, filter)),
          ...(from !== undefined && { from: new Date(from) }),
          ...(to !== undefined && { to: new Date(to) }),
        },
        cursor === undefined ? { limit, offset } : { limit, below: readCursor(cursor) },
      ),

    find: async (id) => {
      const row = await findAuditRow(database.reader, id);
      if (row === undefined) throw new Problem('not_found', 'Audit entry not found');
      return row;
    },
  };
}
