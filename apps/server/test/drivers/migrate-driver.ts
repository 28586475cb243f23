import type { DatabaseConnection } from '../../src/infra/db/database-connection.ts';
import { migrate } from '../../src/infra/db/migrate.ts';

/** Migrates from a process of its own: the arguments are the connection as JSON and the directory. */
const [, , connectionJson = '', directory = ''] = process.argv;
const connection: DatabaseConnection = JSON.parse(connectionJson);
const ignore = () => undefined;

await migrate({ connection, directory, log: { debug: ignore, info: ignore, warn: ignore, error: ignore } });
