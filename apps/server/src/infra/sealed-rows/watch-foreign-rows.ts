import { startBackgroundJob } from '../background-job.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import type { Metrics } from '../metrics.ts';
import { findForeignRows } from './find-foreign-rows.ts';
import type { SealedRows } from './sealed-rows.ts';

const PAUSE_MS = 20_000;

/** Checks all sealed rows three times a minute, for the metrics. Returns a function that stops it. */
export function watchForeignRows({
  database,
  sealedRows,
  metrics,
  log,
}: {
  readonly database: Pick<Database, 'reader'>;
  readonly sealedRows: SealedRows;
  readonly metrics: Pick<Metrics, 'watchForeignRows'>;
  readonly log: Pick<DatabaseLog, 'warn'>;
}): () => Promise<void> {
  let foreign = 0;
  metrics.watchForeignRows(() => foreign);
  const step = async () => {
    foreign = (await findForeignRows(database.reader, sealedRows)).length;
    return PAUSE_MS;
  };
  return startBackgroundJob(step, log, 'could not check the rows that grant access');
}
