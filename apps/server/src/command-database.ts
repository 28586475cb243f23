import type { Configuration } from './config/configuration.ts';
import type { DatabaseConnection } from './infra/db/database-connection.ts';
import type { DatabaseLog } from './infra/db/database-log.ts';
import { describeDatabase } from './infra/db/describe-database.ts';
import { productConnection } from './infra/db/set-up-database.ts';
import { borrowEmbeddedPostgres } from './infra/embedded-postgres/borrow-embedded-postgres.ts';

/** The database that a command acts on. */
export interface CommandDatabase {
  readonly connection: DatabaseConnection;
  /** Names the database and its server, for the operator. */
  readonly name: string;
  readonly release: () => Promise<void>;
}

/** @throws StartupError if DATA_DIR holds no database */
export async function openCommandDatabase(
  configuration: Pick<Configuration, 'databaseUrl' | 'databasePooler' | 'dataDir'>,
  log: DatabaseLog,
): Promise<CommandDatabase> {
  const connection = productConnection(configuration);
  if (connection === undefined) {
    const { dataDir } = configuration;
    const borrowed = await borrowEmbeddedPostgres({ dataDir, log });
    return { ...borrowed, name: `embedded PostgreSQL in ${dataDir}` };
  }
  return { connection, name: describeDatabase(connection), release: async () => undefined };
}
