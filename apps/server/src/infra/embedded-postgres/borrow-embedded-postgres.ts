import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { SocketConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { CLUSTER_USER } from './postgres-cluster.ts';
import { findPostmaster } from './postmaster-file.ts';

/**
 * The embedded database for a command of its own: that of the running product where there is one, else
 * started for as long as the command runs.
 * @throws StartupError when it cannot be run here.
 */
export async function borrowEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly log: DatabaseLog;
}): Promise<{ readonly connection: SocketConnection; readonly giveBack: () => Promise<void> }> {
  const dataDir = await realpath(options.dataDir).catch(() => options.dataDir);
  const running = await findPostmaster(path.join(dataDir, 'postgres'));
  if (running?.isReady) {
    const { socketDir: host, port } = running;
    return {
      connection: { host, port, user: CLUSTER_USER, database: 'halyard' },
      giveBack: async () => undefined,
    };
  }
  const { connection, stop } = await startEmbeddedPostgres(options);
  return { connection, giveBack: stop };
}
