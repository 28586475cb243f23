import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { csvLines } from './csv-lines.ts';
import { type Exporter, exportFinished } from './export-audit.ts';
import { exportListOf } from './export-lists.ts';
import { readExportRows } from './export-rows.ts';
import { deleteExport, type PreparedExport, renewExport } from './export-store.ts';

const BYTE_ORDER_MARK = '\u{feff}';
const RENEWAL_MS = 15_000;

export interface ExportParts {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An export whose session ended while it was written. */
class ExportGivenUp extends Error {
  override readonly name = 'ExportGivenUp';
}

/**
 * Writes a file that was begun, at the pace of its reader and with a step of the list in memory. It ends with its
 * audit entry: a file that is read to its end has one.
 * @throws ExportGivenUp, or the database's error: then the file is not whole, and its entry says so.
 */
export async function* writeExport(
  { database, appendAudit, now }: ExportParts,
  prepared: PreparedExport,
  exporter: Exporter,
): AsyncGenerator<string> {
  const list = exportListOf(prepared.request);
  let rows = 0;
  let renewedAt = now();
  let failure: string | undefined = 'The download broke off';
  try {
    yield BYTE_ORDER_MARK + csvLines([Object.keys(list.cells)]);
    for await (const step of readExportRows(database, list)) {
      if (now() - renewedAt > RENEWAL_MS) {
        renewedAt = now();
        const written = rows;
        const goesOn = await database.transaction((transaction) =>
          renewExport(transaction, prepared.id, written),
        );
        if (!goesOn) throw new ExportGivenUp('the session of an export has ended');
      }
      yield csvLines(step);
      rows += step.length;
    }
    failure = undefined;
  } catch (error) {
    failure = error instanceof ExportGivenUp ? 'The session ended' : 'The rows could not be read';
    throw error;
  } finally {
    await database.transaction(async (transaction) => {
      if (!(await deleteExport(transaction, prepared.id))) return;
      await appendAudit(transaction, exportFinished(prepared, exporter, { rows, failure }));
    });
  }
}
