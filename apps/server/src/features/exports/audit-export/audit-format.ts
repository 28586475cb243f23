import type { ChainedRow } from '../../../infra/audit/entry/stored-entry.ts';
import type { ProvableLog } from '../../../infra/audit/proof/read-provable-log.ts';
import type { AuditFilter } from '../../../infra/audit/search/audit-filter.ts';
import type { DatabaseReader } from '../../../infra/db/database.ts';

/** What is written, and from where. */
export interface AuditExport {
  readonly reader: DatabaseReader;
  readonly filter: AuditFilter;
  /** Whether every entry is in it that there is. */
  readonly isWhole: boolean;
  readonly log: ProvableLog;
}

/** How a file of entries is written: all it gets is what the filter finds, oldest first, tile by tile. */
export interface AuditFormat {
  readonly begin: (audit: AuditExport) => Promise<string>;
  readonly step: (audit: AuditExport, rows: readonly ChainedRow[]) => Promise<string>;
  readonly end: (rows: number) => string;
}
