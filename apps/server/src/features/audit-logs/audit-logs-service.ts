import type { listAuditLogs } from '@halyard/contract/audit-logs';
import type { z } from 'zod';
import { type AuditRow, findAuditRow } from '../../infra/audit/entry/read-audit.ts';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import { hasOrigin, hasPart } from '../../infra/audit/search/audit-filter.ts';
import { findTypedValues } from '../../infra/audit/search/find-typed-values.ts';
import { type FoundEntries, searchAudit } from '../../infra/audit/search/search-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import { createTurns } from '../../infra/turns.ts';
import { readCursor } from './audit-cursor.ts';

export type AuditLogsQuery = z.output<NonNullable<(typeof listAuditLogs)['query']>>;

export interface AuditLogsService {
  /** Lists entries, newest first. @throws Problem `validation_error` for an invalid cursor */
  readonly list: (query: AuditLogsQuery) => Promise<FoundEntries>;
  /** Finds an entry at any age. @throws Problem `not_found` */
  readonly find: (id: string) => Promise<AuditRow>;
}

export function createAuditLogsService({
  database,
  auditInbox,
}: {
  readonly database: Database;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
}): AuditLogsService {
  // A part that nearly every entry contains, or an address that nearly every entry came from, means reading the log. More at once would hold up everything else.
  const takeTurn = createTurns({
    atOnce: 2,
    waitingMax: 20,
    refusal: 'Too many searches at once. Please try again.',
    retryAfterSeconds: 3,
  });
  return {
    list: async ({ limit, offset, cursor, from, to, ...typed }) => {
      await auditInbox.catchUp();
      const filter = {
        ...(await findTypedValues(database, typed)),
        ...(from !== undefined && { from: new Date(from) }),
        ...(to !== undefined && { to: new Date(to) }),
      };
      const place = cursor === undefined ? { limit, offset } : { limit, below: readCursor(cursor) };
      const search = async () => await searchAudit(database, filter, place);
      return hasPart(filter) || hasOrigin(filter) ? await takeTurn(search) : await search();
    },

    find: async (id) => {
      await auditInbox.catchUp();
      const row = await findAuditRow(database.reader, id);
      if (row === undefined) throw new Problem('not_found', 'Audit entry not found');
      return row;
    },
  };
}
