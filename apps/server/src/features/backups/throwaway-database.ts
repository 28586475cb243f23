import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';
import { errorCode } from '../../infra/error-code.ts';
import { StartupError } from '../../infra/startup-error.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Runs `work` with a new database on the same server, and drops it. A killed process leaves it; its name begins with
 * `halyard_verify_`.
 * @throws StartupError if the account may not create databases
 */
export async function withThrowawayDatabase<T>(
  connection: DatabaseConnection,
  work: (throwaway: DatabaseConnection, name: string) => Promise<T>,
): Promise<T> {
  const name = `halyard_verify_${randomBytes(6).toString('hex')}`;
  await execute(
    connection,
    `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`,
  ).catch((error: unknown) => {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    const { user = '' } = new Client({ ...connection });
    throw new StartupError(
      `The account ${user} may not create databases: run ALTER ROLE ${escapeIdentifier(user)} CREATEDB, or set DATABASE_URL to another server and leave DATABASE_URL_OWNER unset.`,
      { cause: error },
    );
  });
  try {
    return await work(connectionTo(connection, name), name);
  } finally {
    await execute(connection, `DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`);
  }
}

function connectionTo(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function execute(connection: DatabaseConnection, statement: string): Promise<void> {
  const client = new Client({ ...connection, application_name: 'halyard verify' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
