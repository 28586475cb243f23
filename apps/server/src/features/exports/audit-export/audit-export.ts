import type { ExportRequest } from '@halyard/contract/exports';
import { TILE_SIZE } from '../../../infra/audit/chain/audit-seal.ts';
import { readChainedPages } from '../../../infra/audit/entry/stored-entry.ts';
import type { AuditInbox } from '../../../infra/audit/inbox/audit-inbox.ts';
import { readProvableLog } from '../../../infra/audit/proof/read-provable-log.ts';
import { type AuditFilter, allOf, entryConditions } from '../../../infra/audit/search/audit-filter.ts';
import { findTypedValues } from '../../../infra/audit/search/find-typed-values.ts';
import type { MasterKeys } from '../../../infra/crypto/master-keys.ts';
import type { Database } from '../../../infra/db/database.ts';
import { auditCsv } from './audit-csv.ts';
import type { AuditExport } from './audit-format.ts';
import { auditLines } from './audit-lines.ts';

export type AuditExportRequest = Extract<ExportRequest, { of: 'audit-logs' }>;

/** Entry numbers scanned per statement, in whole tiles. */
const STEP_NUMBERS = TILE_SIZE * 8;

/** Reads the entries that were sealed before the export started, in log order. */
export async function* readAuditExport(
  {
    database,
    masterKeys,
    auditInbox,
  }: {
    readonly database: Pick<Database, 'reader'>;
    readonly masterKeys: MasterKeys;
    readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
  },
  { of: _, format, from, to, ...typed }: AuditExportRequest,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  const { reader } = database;
  await auditInbox.catchUp();
  const log = await readProvableLog(reader, masterKeys);
  const filter: AuditFilter = {
    ...(await findTypedValues(database, typed)),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
  const conditions = entryConditions(filter);
  const size = log.seal?.size ?? 0;
  // Unless the file contains the drop entry, its reader would report the dropped entries as missing.
  const isWhole = conditions.length === 0 && (log.droppedBy ?? 0) <= size;
  const audit: AuditExport = { reader, filter, isWhole, log };
  const written = format === 'jsonl' ? auditLines : auditCsv;
  const condition = conditions.length === 0 ? undefined : allOf(conditions);
  let total = 0;
  yield { text: await written.begin(audit), rows: 0 };
  for (let first = log.oldest; first <= size; first += STEP_NUMBERS) {
    const last = Math.min(first + STEP_NUMBERS - 1, size);
    for await (const rows of readChainedPages(reader, { first, last }, condition)) {
      total += rows.length;
      yield { text: await written.step(audit, rows), rows: rows.length };
    }
  }
  yield { text: written.end(total), rows: 0 };
}
