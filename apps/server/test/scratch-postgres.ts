import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseConnection } from '../src/infra/db/database-connection.ts';
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts';
import { errorCode } from '../src/infra/error-code.ts';
import { createRecordingLog } from './recording-log.ts';

export interface ScratchPostgres {
  readonly connection: DatabaseConnection;
  readonly stop: () => Promise<void>;
}

const PREFIX = 'halyard-scratch-';

/** Starts a server without durable writes in a temporary directory, which the next run removes after a kill. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await removeDirectoriesOfKilledRuns();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
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
    const [, pid] = /^halyard-scratch-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
