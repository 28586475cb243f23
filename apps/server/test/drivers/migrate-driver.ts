import { fixedMasterKeys } from '../../src/infra/crypto/master-keys.ts';
import type { DatabaseConnection } from '../../src/infra/db/database-connection.ts';
import { migrate } from '../../src/infra/db/migrate.ts';

/** Runs the migrations in its own process. The arguments are the connection as JSON and the directory. */
const [, , connectionJson = '', directory = ''] = process.argv;
const connection: DatabaseConnection = JSON.parse(connectionJson);
const ignore = () => undefined;

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

await migrate({ connection, directory, masterKeys: fixedMasterKeys(Buffer.alloc(32)), log });
