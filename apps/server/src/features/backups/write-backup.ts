import { lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { columnParsers } from '../../infra/db/column-parsers.ts';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';
import { describeDatabase } from '../../infra/db/describe-database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import { applySessionSettings, NO_TIMEOUTS } from '../../infra/db/session-settings.ts';
import {
  type PostgresTools,
  requirePostgresTool,
  runPostgresTool,
} from '../../infra/postgres-tools/run-postgres-tool.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { type BackupContent, type BackupManifest, digestFile, manifestFileOf } from './backup-manifest.ts';

const OWNER_ONLY = 0o600;

/** One run of pg_dump or pg_restore. */
export interface BackupRun {
  /** Reads or owns every table. */
  readonly connection: DatabaseConnection;
  readonly file: string;
  readonly tools: PostgresTools;
  readonly signal: AbortSignal;
}

/**
 * Dumps the database to a new file in the custom format of pg_dump, and describes it in `FILE.json`. A failure leaves
 * neither of them.
 * @throws StartupError if the file exists, pg_dump is missing or too old, or it fails
 */
export async function writeBackup(options: BackupRun): Promise<BackupManifest> {
  const { connection, file, tools, signal } = options;
  if (await exists(file)) throw new StartupError(`${file} exists: choose a new name, or remove it.`);
  const [draft, manifestDraft] = [`${file}.${process.pid}.part`, `${file}.${process.pid}.json.part`];
  const client = new Client({ ...connection, application_name: 'halyard backup', types: columnParsers });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await applySessionSettings(client, NO_TIMEOUTS);
    const run = { connection, tools, signal };
    await requirePostgresTool('pg_dump', { ...run, serverMajor: await readMajorVersion(client) });
    // The transaction keeps the snapshot alive until pg_dump ends.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { snapshot, ...content } = await readContent(client, connection);
    await writeSafely(draft, '');
    await runPostgresTool(
      'pg_dump',
      ['--format=custom', `--snapshot=${snapshot}`, `--file=${draft}`, dbNameOf(client.database)],
      run,
    );
    await flush(draft);
    const manifest = { ...content, ...(await digestFile(draft, signal)) };
    await writeSafely(manifestDraft, `${JSON.stringify(manifest, undefined, 2)}\n`);
    await rename(manifestDraft, manifestFileOf(file));
    await rename(draft, file);
    await flush(path.dirname(file));
    return manifest;
  } finally {
    await Promise.all([
      client.end().catch(() => undefined),
      rm(draft, { force: true }),
      rm(manifestDraft, { force: true }),
    ]);
  }
}

/** Names a database for the tools, which would take a name with `=` for a list of settings. */
export function dbNameOf(database: string | undefined): string {
  return `--dbname=dbname='${(database ?? '').replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** Returns 18 for PostgreSQL 18.4. */
export async function readMajorVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  return rows[0]?.major ?? 0;
}

async function readContent(
  client: Client,
  connection: DatabaseConnection,
): Promise<BackupContent & { readonly snapshot: string }> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('schema_migrations') IS NOT NULL`);
  if (rowCount === 0) {
    throw new StartupError(`The database ${describeDatabase(connection)} holds no Halyard data.`);
  }
  const { rows } = await client.query<BackupContent & { readonly snapshot: string }>(`
    SELECT pg_export_snapshot() AS snapshot, sequence AS "auditEntries", encode(root, 'hex') AS "auditRoot",
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "createdAt",
      (SELECT max(version) FROM schema_migrations) AS migration,
      (SELECT count(*) FROM wallets WHERE private_key IS NOT NULL) AS "walletKeys"
    FROM audit_head`);
  return onlyRow(rows);
}

async function exists(file: string): Promise<boolean> {
  return await lstat(file).then(
    () => true,
    () => false,
  );
}

async function writeSafely(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until a file or the names in a folder are on the disk. */
async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
