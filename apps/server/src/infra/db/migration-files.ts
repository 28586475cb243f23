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
}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

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
  return { version, name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
}
