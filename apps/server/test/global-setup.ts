import { escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import type { DatabaseConnection, SocketConnection } from '../src/infra/db/database-connection.ts';
import { startPooler } from './pooler.ts';
import { type ScratchPostgres, startScratchPostgres } from './scratch-postgres.ts';
import { administrate, ensureTemplateDatabase } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: {
      readonly server: DatabaseConnection;
      readonly template: string;
      /** Address of a PgBouncer in transaction mode, through which the tests reach their databases. */
      readonly poolerUrl: string | undefined;
    };
  }
}

const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

/**
 * Starts one scratch PostgreSQL for all test files, with PgBouncer in front of it if TEST_POOLER=transaction.
 * TEST_DATABASE_URL can name a server with CREATEDB instead, without PgBouncer.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await chooseServer(process.env['TEST_DATABASE_URL']);
  try {
    const template = await ensureTemplateDatabase(server);
    const pooler =
      process.env['TEST_POOLER'] === 'transaction'
        ? await startPooler(server as SocketConnection, 'transaction')
        : undefined;
    project.provide('postgres', { server, template, poolerUrl: pooler?.urlOf('') });
    return async () => {
      await pooler?.stop();
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function chooseServer(url: string | undefined): Promise<{
  readonly server: DatabaseConnection;
  readonly stop: ScratchPostgres['stop'];
}> {
  if (url === undefined) {
    const { connection, stop } = await startScratchPostgres();
    return { server: connection, stop };
  }
  const server = { connectionString: url };
  await dropForgottenDatabases(server);
  return { server, stop: async () => undefined };
}

/** Drops test databases of killed runs. Their names contain the time they were created. */
async function dropForgottenDatabases(server: DatabaseConnection): Promise<void> {
  await administrate(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      String.raw`SELECT datname FROM pg_database WHERE datname LIKE 'halyard\_test\_%'`,
    );
    for (const { datname } of rows) {
      const madeAt = Number.parseInt(datname.split('_')[2] ?? '', 36);
      if (Date.now() - madeAt < FORGOTTEN_AFTER_MS) continue;
      await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(datname)} WITH (FORCE)`);
    }
  });
}
