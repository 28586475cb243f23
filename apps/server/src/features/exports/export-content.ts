import { allowLongWaits } from '../../infra/db/database-waits.ts';
import { type Exporter, exportFinished } from './export-audit.ts';
import type { ExportParts } from './export-parts.ts';
import { readExportSteps } from './export-steps.ts';
import { deleteExport, type PreparedExport, renewExport } from './export-store.ts';

const RENEWAL_MS = 15_000;

/** Thrown to stop an export whose session has ended. */
class ExportGivenUp extends Error {
  override readonly name = 'ExportGivenUp';
}

/** Streams at the reader's pace. If it throws, the file is incomplete and its audit entry is partial. */
export async function* writeExport(
  parts: ExportParts,
  prepared: PreparedExport,
  exporter: Exporter,
): AsyncGenerator<string> {
  const { database, appendAudit } = parts;
  allowLongWaits();
  let rows = 0;
  let goesOn = true;
  let failure: string | undefined = 'The download was interrupted';
  const renew = async () => {
    goesOn = await database.transaction((transaction) => renewExport(transaction, prepared.id, rows));
  };
  // A slow reader can take minutes for one step. A failed renewal is made up for by the next one.
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEWAL_MS).unref();
  try {
    for await (const step of readExportSteps(parts, prepared.request)) {
      if (!goesOn) throw new ExportGivenUp('the session of an export has ended');
      if (step.text !== '') yield step.text;
      rows += step.rows;
    }
    failure = undefined;
  } catch (error) {
    failure = error instanceof ExportGivenUp ? 'The session ended' : 'Reading the data failed';
    throw error;
  } finally {
    clearInterval(renewal);
    await database.transaction(async (transaction) => {
      if (!(await deleteExport(transaction, prepared.id))) return;
      await appendAudit(transaction, exportFinished(prepared, exporter, { rows, failure }));
    });
  }
}
