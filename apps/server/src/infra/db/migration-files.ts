import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** SHA-256 of the text in hexadecimal, independent of line ends. */
  readonly checksum: string;
  readonly sql: string;
  /** The oldest migration whose code also works after this one; undefined if only newer code does. */
  readonly compatibleFrom: number | undefined;
  /** The name of the index that the file builds with CREATE INDEX CONCURRENTLY, its only statement. */
  readonly concurrentIndex: string | undefined;
}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

const CONCURRENT_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)\s+ON\s[^;]*;?$/;
const COMPATIBLE_FROM = /^-- compatible from: (\d{4})$/;

/** Reads the `NNNN_name.sql` files in order. @throws StartupError unless they are numbered 1, 2, 3 ... */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  return await Promise.all(files.map(async (file, index) => await readMigration(directory, file, index + 1)));
}

async function readMigration(directory: string, file: string, expected: number): Promise<Migration> {
  const [, digits, name] = FILE_NAME.exec(file) ?? [];
  if (digits === undefined || name === undefined) {
    throw new StartupError(`The migration ${file} is not named NNNN_name.sql.`);
  }
  const version = Number(digits);
  if (version !== expected) {
    throw new StartupError(
      `The migration ${file} should have the number ${expected}: numbers must be consecutive and unique.`,
    );
  }
  const sql = (await readFile(path.join(directory, file), 'utf8')).replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return {
    version,
    name,
    checksum,
    sql,
    compatibleFrom: readCompatibleFrom(file, sql, version),
    concurrentIndex: CONCURRENT_INDEX.exec(sql.replaceAll(/^--.*$/gm, '').trim())?.[1],
  };
}

/** Reads the line `-- compatible from: NNNN` among the comments at the beginning of a file. */
function readCompatibleFrom(file: string, sql: string, version: number): number | undefined {
  for (const line of headerOf(sql)) {
    const digits = COMPATIBLE_FROM.exec(line)?.[1];
    if (digits === undefined) continue;
    const compatibleFrom = Number(digits);
    if (compatibleFrom >= 1 && compatibleFrom < version) return compatibleFrom;
    throw new StartupError(`The migration ${file} is compatible from ${digits}: expected an earlier number.`);
  }
  return undefined;
}

function headerOf(sql: string): readonly string[] {
  const lines = sql.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return lines.slice(0, end === -1 ? lines.length : end);
}
