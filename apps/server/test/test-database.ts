import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { createDatabase, type Database } from '../src/infra/db/database.ts';
import type { DatabaseConnection } from '../src/infra/db/database-connection.ts';
import { findMissingRoleSettings, PRODUCT_TIMEOUTS } from '../src/infra/db/session-settings.ts';
import { createRecordingLog } from './recording-log.ts';
import { administrate, PRODUCT_ACCOUNT, withDatabase } from './template-database.ts';

export interface TestDatabase {
  readonly connection: DatabaseConnection;
  /** To the server itself, for what no pooler can pass on, such as another account or the end of a session. */
  readonly direct: DatabaseConnection;
  readonly database: Database;
  /** Closes `database` and drops it, along with connections that were left open. */
  readonly drop: () => Promise<void>;
}

/**
 * Clones the migrated template, or creates a database without tables if `empty`. With `bypassesPooler`, all connections
 * are direct. Call `drop` in `afterAll`.
 */
export async function createTestDatabase(
  options: { readonly empty?: boolean; readonly bypassesPooler?: boolean } = {},
): Promise<TestDatabase> {
  const { server, template, poolerUrl } = inject('postgres');
  const name = `halyard_test_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  const source = options.empty ? 'template0' : template;
  await administrate(server, async (client) => {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(source)}`);
  });
  const direct = withDatabase(server, name);
  const connection =
    poolerUrl === undefined || options.bypassesPooler
      ? direct
      : await throughPooler(direct, `${poolerUrl}${name}`);
  const database = createDatabase({ connection, max: 10, log: createRecordingLog().log });
  const drop = async () => {
    await database.close();
    await administrate(server, async (client) => {
      await client.query(`DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`);
    });
  };
  return { connection, direct, database, drop };
}

async function throughPooler(direct: DatabaseConnection, url: string): Promise<DatabaseConnection> {
  for (const account of [{}, { user: PRODUCT_ACCOUNT }]) {
    const client = new Client({ ...direct, ...account });
    await client.connect();
    for (const statement of await findMissingRoleSettings(client, PRODUCT_TIMEOUTS))
      await client.query(statement);
    await client.end();
  }
  return { connectionString: url, sharesSessions: true };
}
