import { Client } from 'pg';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';
import { describeDatabase } from '../../infra/db/describe-database.ts';
import { applySessionSettings, NO_TIMEOUTS } from '../../infra/db/session-settings.ts';
import { requirePostgresTool, runPostgresTool } from '../../infra/postgres-tools/run-postgres-tool.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { type BackupRun, dbNameOf, readMajorVersion } from './write-backup.ts';

/**
 * Restores a backup into an empty database, in one transaction. The account of `connection` then owns the tables, and no
 * other account has rights on them.
 * @throws StartupError if the database holds tables, pg_restore is missing or too old, or it fails. The database then stays empty
 */
export async function restoreBackup(options: BackupRun): Promise<void> {
  const { connection, file, tools, signal } = options;
  const client = new Client({ ...connection, application_name: 'halyard restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await applySessionSettings(client, NO_TIMEOUTS);
    const run = { connection, tools, signal };
    await requirePostgresTool('pg_restore', { ...run, serverMajor: await readMajorVersion(client) });
    await requireEmpty(client, connection);
    await runPostgresTool(
      'pg_restore',
      [
        '--single-transaction',
        '--exit-on-error',
        // Accounts of the former server may be missing here.
        '--no-owner',
        '--no-privileges',
        // Only a superuser may restore these, and no table of Halyard needs them.
        '--no-comments',
        '--no-publications',
        '--no-subscriptions',
        dbNameOf(client.database),
        file,
      ],
      run,
    );
    // A dump holds no statistics, without which the first queries would be slow.
    await client.query('ANALYZE');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Ignores what extensions created, such as the views of pg_stat_statements. */
async function requireEmpty(client: Client, connection: DatabaseConnection): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(`
    SELECT format('%I.%I', nspname, relname) AS name
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
      AND NOT EXISTS (SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    ORDER BY name LIMIT 1`);
  const [found] = rows;
  if (found === undefined) return;
  throw new StartupError(
    `The database ${describeDatabase(connection)} is not empty (it has ${found.name}): create a new database, and name it in DATABASE_URL.`,
  );
}
