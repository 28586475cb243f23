import type { ExportRequest } from '@halyard/contract/exports';
import { balanceSources } from '../../infra/balances/balance-sources.ts';
import { readAuditExport } from './audit-export/audit-export.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from './csv-lines.ts';
import { ownAddress, SEALED_ADDRESS } from './export-address.ts';
import { exportListOf, type ListExportRequest } from './export-list-of.ts';
import type { ExportParts } from './export-parts.ts';
import { readExportRows } from './export-rows.ts';

export interface ExportStep {
  /** Empty if the step found no match. */
  readonly text: string;
  readonly rows: number;
}

export function readExportSteps(
  parts: Pick<ExportParts, 'auditInbox' | 'configuration' | 'database' | 'masterKeys' | 'sealedRows'>,
  request: ExportRequest,
): AsyncGenerator<ExportStep> {
  return request.of === 'audit-logs' ? readAuditExport(parts, request) : readListExport(parts, request);
}

async function* readListExport(
  { configuration, database, sealedRows }: Pick<ExportParts, 'configuration' | 'database' | 'sealedRows'>,
  request: ListExportRequest,
): AsyncGenerator<ExportStep> {
  const list = exportListOf(request, balanceSources(configuration));
  yield { text: BYTE_ORDER_MARK + csvLines([Object.keys(list.cells)]), rows: 0 };
  const addressAt = Object.values(list.cells).indexOf(SEALED_ADDRESS);
  const withOwnAddress = (row: readonly Cell[]) =>
    row.with(addressAt, ownAddress(String(row[addressAt]), sealedRows));
  for await (const rows of readExportRows(database, list)) {
    yield { text: csvLines(addressAt === -1 ? rows : rows.map(withOwnAddress)), rows: rows.length };
  }
}
