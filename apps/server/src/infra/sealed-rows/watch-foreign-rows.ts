import { startBackgroundJob } from '../background-job.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import type { Metrics } from '../metrics.ts';
import { findForeignRows } from './find-foreign-rows.ts';
import type { RowMemory } from './row-memory.ts';
import type { RowVersionFile } from './row-version-file.ts';
import type { SealedRows } from './sealed-rows.ts';

const PAUSE_MS = 20_000;

/**
 * Checks all sealed rows three times a minute, for the metrics, and keeps their versions for later processes. Returns a
 * function that stops it.
 */
export function watchForeignRows({
  database,
  sealedRows,
  memory,
  versionFile,
  metrics,
  log,
}: {
  readonly database: Pick<Database, 'reader'>;
  readonly sealedRows: SealedRows;
  readonly memory: RowMemory;
  readonly versionFile: Pick<RowVersionFile, 'read' | 'keep'>;
  readonly metrics: Pick<Metrics, 'watch'>;
  readonly log: Pick<DatabaseLog, 'warn'>;
}): () => Promise<void> {
  let foreign = 0;
  metrics.watch('halyard_foreign_rows', async () => foreign);
  let kept = '';

  /** Not while rows are old: an operator may have accepted the older state in the meantime. */
  async function keepVersions(): Promise<void> {
    const versions = memory.versions();
    const text = JSON.stringify(versions);
    if (text === kept) return;
    await versionFile.keep(versions);
    kept = text;
  }

  const step = async () => {
    const found = await findForeignRows(database.reader, sealedRows);
    foreign = found.length;
    memory.learn(await versionFile.read());
    if (!found.some(({ isOld }) => isOld)) await keepVersions();
    return PAUSE_MS;
  };
  return startBackgroundJob(step, log, 'could not check the rows that grant access');
}
