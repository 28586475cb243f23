import type { ExportRequest } from '@halyard/contract/exports';
import { TILE_SIZE } from '../../../infra/audit/chain/audit-seal.ts';
import { readChainedRows } from '../../../infra/audit/entry/stored-entry.ts';
import { readProvableLog } from '../../../infra/audit/proof/read-provable-log.ts';
import { type AuditFilter, allOf, entryConditions } from '../../../infra/audit/search/audit-filter.ts';
import type { MasterKeys } from '../../../infra/crypto/master-keys.ts';
import type { Database } from '../../../infra/db/database.ts';
import { auditCsv } from './audit-csv.ts';
import type { AuditExport } from './audit-format.ts';
import { auditLines } from './audit-lines.ts';

export type AuditExportRequest = Extract<ExportRequest, { of: 'audit-logs' }>;

/** Numbers that one statement looks at, whether or not the filter finds their entries: whole tiles. */
const STEP_NUMBERS = TILE_SIZE * 8;

/** The entries that were sealed when it began, in the order of the log: what comes meanwhile is not in it. */
export async function* readAuditExport(
  {
    database: { reader },
    masterKeys,
  }: { readonly database: Pick<Database, 'reader'>; readonly masterKeys: MasterKeys },
  { of: _, format, from, to, ...closed }: AuditExportRequest,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  const log = await readProvableLog(reader, masterKeys());
  const filter: AuditFilter = {
    ...closed,
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
  const conditions = entryConditions(filter);
  const size = log.seal?.size ?? 0;
  // What says that the beginning was dropped must be in the file, or nobody could tell that it was not taken away.
  const isWhole = conditions.length === 0 && (log.droppedBy ?? 0) <= size;
  const audit: AuditExport = { reader, filter, isWhole, log };
  const written = format === 'jsonl' ? auditLines : auditCsv;
  let total = 0;
  yield { text: await written.begin(audit), rows: 0 };
  for (let first = log.oldest; first <= size; first += STEP_NUMBERS) {
    const last = Math.min(first + STEP_NUMBERS - 1, size);
    const rows = await readChainedRows(
      reader,
      { first, last, limit: STEP_NUMBERS },
      conditions.length === 0 ? undefined : allOf(conditions),
    );
    total += rows.length;
    yield { text: await written.step(audit, rows), rows: rows.length };
  }
  yield { text: written.end(total), rows: 0 };
}
