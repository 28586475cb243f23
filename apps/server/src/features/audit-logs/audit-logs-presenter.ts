import type { AuditLogPage } from '@halyard/contract/audit-logs';
import { presentAuditEntry } from '../../infra/audit/entry/present-audit-entry.ts';
import type { FoundEntries } from '../../infra/audit/search/search-audit.ts';
import { cursorBelow } from './audit-cursor.ts';

export function presentAuditLogPage({ entries, totalCount, hasOlder }: FoundEntries): AuditLogPage {
  const last = entries.at(-1);
  return {
    logs: entries.map(presentAuditEntry),
    totalCount,
    nextCursor: hasOlder && last !== undefined ? cursorBelow(last.sequence) : null,
  };
}
