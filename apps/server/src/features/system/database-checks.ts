import type { SystemCheck } from '@halyard/contract/system';
import { sql } from 'kysely';
import { type ClockOffset, readClockOffset } from '../../infra/clock-offset.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import { findForeignRows } from '../../infra/sealed-rows/find-foreign-rows.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { VERSION } from '../../infra/version.ts';
import { check, type Fault, fact } from './system-check.ts';
import { SYSTEM_THRESHOLDS } from './system-thresholds.ts';

/** Checks the rows that grant access. */
export async function readRowChecks(
  reader: DatabaseReader,
  sealedRows: SealedRows,
): Promise<readonly SystemCheck[]> {
  const foreign = await findForeignRows(reader, sealedRows);
  const tables = [...new Set(foreign.map(({ table }) => table.replaceAll('_', ' ')))];
  const facts = [
    fact('Rows', foreign.length),
    ...(tables.length === 0 ? [] : [fact('Tables', tables.join(', '))]),
  ];
  const fault: Fault = {
    state: 'failed',
    advice:
      'Find out who wrote to the database before you accept or remove these rows, as in docs/operating/health.md.',
    command: 'npm run admin -- rows check',
  };
  return [check('rows', 'Rows changed from outside', facts, foreign.length === 0 ? undefined : fault)];
}

interface DatabaseRow {
  readonly version: string;
  readonly bytes: number;
  readonly isReadOnly: boolean;
  readonly migration: number;
  readonly migrationName: string;
}

export async function readDatabaseChecks(
  reader: DatabaseReader,
  now: () => number,
): Promise<readonly SystemCheck[]> {
  const [row, clock] = await Promise.all([readDatabase(reader), readClockOffset(reader, now)]);
  const seconds = (Math.abs(clock.offsetMs) / 1_000).toLocaleString('en', { maximumFractionDigits: 1 });
  return [
    check(
      'database',
      'PostgreSQL',
      [
        fact('Version', row.version),
        fact('Size', sizeText(row.bytes)),
        fact('Accepts writes', row.isReadOnly ? 'No' : 'Yes'),
      ],
      row.isReadOnly
        ? {
            state: 'failed',
            advice: 'End the maintenance, or let DATABASE_URL name a server that accepts writes.',
          }
        : undefined,
    ),
    check('database', 'Clocks', [fact('Difference', `${seconds} s`)], clockFault(clock)),
    check('versions', 'Versions', [
      fact('Halyard', VERSION),
      fact('Node.js', process.versions.node),
      fact('PostgreSQL', row.version),
      fact('Newest migration', `${row.migration} (${row.migrationName.replaceAll('_', ' ')})`),
    ]),
  ];
}

function clockFault({ surelyOffMs }: ClockOffset): Fault | undefined {
  const { clockFailureMs, clockWarningMs } = SYSTEM_THRESHOLDS;
  if (surelyOffMs <= clockWarningMs) return undefined;
  return {
    state: surelyOffMs > clockFailureMs ? 'failed' : 'attention',
    advice:
      'Set the clocks of this server and of the database server by NTP, because sign-in codes depend on the time.',
  };
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, as in `1.2 GB`. */
function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = (bytes / 1_000 ** power).toLocaleString('en', { maximumFractionDigits: 1 });
  return `${value} ${UNITS[power]}`;
}

async function readDatabase(reader: DatabaseReader): Promise<DatabaseRow> {
  const { rows } = await sql<DatabaseRow>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      pg_database_size(current_database())::float8 AS bytes,
      pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      version AS migration, name AS "migrationName"
    FROM schema_migrations ORDER BY schema_migrations.version DESC LIMIT 1`.execute(reader);
  return onlyRow(rows);
}
