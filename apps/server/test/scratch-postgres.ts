import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseConnection } from '../src/infra/db/database-connection.ts';
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts';
import { isProcessAlive, processIdentity } from '../src/infra/embedded-postgres/process-table.ts';
import { createRecordingLog } from './recording-log.ts';

export interface ScratchPostgres {
  readonly connection: DatabaseConnection;
  readonly stop: () => Promise<void>;
}

const PREFIX = 'halyard-scratch-';

/**
 * Starts a server whose data may be lost in a crash, in a temporary directory that goes with it. The server of
 * a run that was killed ends by itself; its directory is removed by the next run.
 */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await removeDirectoriesOfKilledRuns();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${PREFIX}${processIdentity(process.pid)}-`));
  const { log } = createRecordingLog();
  const remove = async () => await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' },
    });
    const stop = async () => {
      await postgres.stop();
      await remove();
    };
    return { connection: postgres.connection, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function removeDirectoriesOfKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, identity] = /^halyard-scratch-(\d+\.\d+)-/.exec(name) ?? [];
    if (identity !== undefined && !isProcessAlive(identity)) {
      await rm(path.join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
