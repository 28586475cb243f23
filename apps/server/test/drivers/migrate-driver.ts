import type { DatabaseConnection } from '../../src/infra/db/database-connection.ts';
import { migrate } from '../../src/infra/db/migrate.ts';

/** Runs the migrations in its own process. The arguments are the connection as JSON and the directory. */
const [, , connectionJson = '', directory = ''] = process.argv;
const connection: DatabaseConnection = JSON.parse(connectionJson);
const ignore = () => undefined;

await migrate({ connection, directory, log: { debug: ignore, info: ignore, warn: ignore, error: ignore } });
