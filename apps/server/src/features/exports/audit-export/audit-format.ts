import type { ChainedRow } from '../../../infra/audit/entry/stored-entry.ts';
import type { ProvableLog } from '../../../infra/audit/proof/read-provable-log.ts';
import type { AuditFilter } from '../../../infra/audit/search/audit-filter.ts';
import type { DatabaseReader } from '../../../infra/db/database.ts';

export interface AuditExport {
  readonly reader: DatabaseReader;
  readonly filter: AuditFilter;
  readonly isWhole: boolean;
  readonly log: ProvableLog;
}

export interface AuditFormat {
  readonly begin: (audit: AuditExport) => Promise<string>;
  readonly step: (audit: AuditExport, rows: readonly ChainedRow[]) => Promise<string>;
  readonly end: (rows: number) => string;
}
