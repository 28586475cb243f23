import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import type { Database } from '../../infra/db/database.ts';
import { type FoundRecordRow, readFoundRecords } from './find-queries.ts';
import { searchTerm } from './search-term.ts';

export interface Found {
  readonly rows: readonly FoundRecordRow[];
  /** Whether the text is a transaction hash. */
  readonly isByHash: boolean;
}

export interface FindService {
  /** Finds records by an identifier or a part of their name. Exact matches come first. */
  readonly find: (text: string) => Promise<Found>;
}

export function createFindService({
  database,
  auditInbox,
}: {
  readonly database: Database;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
}): FindService {
  return {
    async find(text) {
      const term = searchTerm(text);
      if (term === undefined) return { rows: [], isByHash: false };
      await auditInbox.catchUp();
      return { rows: await readFoundRecords(database, term), isByHash: term.hashes !== undefined };
    },
  };
}
