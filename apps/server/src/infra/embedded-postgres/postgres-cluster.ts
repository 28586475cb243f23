import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDataDir } from '../data-dir.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { giveTo, type PostgresAccount, runOnBehalfOf } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The superuser of an embedded cluster, available to anyone who can enter the socket's directory. */
export const CLUSTER_USER = 'halyard';

const DRAFT_PREFIX = 'postgres.new-';
const DRAFT_LIFETIME_MS = 10 * 60_000;
const PASSABLE = 0o011;

/** Creates a missing cluster and renames it into place once complete. @throws StartupError for another version */
export async function ensureCluster(options: {
  readonly clusterDir: string;
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
  readonly log: DatabaseLog;
}): Promise<void> {
  const { clusterDir, binaries, log } = options;
  const version = (await readVersion(clusterDir)) ?? (await createCluster(options));
  if (version !== binaries.majorVersion) {
    throw new StartupError(
      `The database in ${clusterDir} uses PostgreSQL ${version}, but this Halyard ships ${binaries.majorVersion}: dump it with the old version and load it into a new DATA_DIR, or set DATABASE_URL.`,
    );
  }
  log.debug({ clusterDir, version }, 'database cluster present');
}

async function createCluster(options: {
  readonly clusterDir: string;
  readonly account: PostgresAccount;
  readonly binaries: PostgresBinaries;
  readonly log: DatabaseLog;
}): Promise<string> {
  const { clusterDir, account, binaries, log } = options;
  const parent = path.dirname(clusterDir);
  await removeOldDrafts(parent);
  const draft = await mkdtemp(path.join(parent, DRAFT_PREFIX));
  await giveTo(account, draft);
  log.info({ clusterDir }, 'creating the database cluster');
  try {
    await runInitdb(binaries.initdb, draft, account, 'C.UTF-8').catch(
      async () => await runInitdb(binaries.initdb, draft, account, 'C'),
    );
    await rename(draft, clusterDir).catch(ignoreOccupied);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const version = await readVersion(clusterDir);
  if (version === undefined) {
    throw new StartupError(
      `${clusterDir} holds files but no database cluster: empty it, or choose another DATA_DIR.`,
    );
  }
  return version;
}

/** Runs initdb. pg_trgm needs `characterType` for letters beyond ASCII; with C, their searches cannot use the index. */
async function runInitdb(
  initdb: string,
  directory: string,
  account: PostgresAccount,
  characterType: 'C.UTF-8' | 'C',
): Promise<void> {
  const run = runOnBehalfOf(
    account,
    [
      initdb,
      `--pgdata=${directory}`,
      `--username=${CLUSTER_USER}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--text-search-config=simple',
      '--data-checksums',
    ],
    'KILL',
  );
  const child = spawn(run.command, run.args, {
    ...run.options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', ({ message }) => {
      complaint += message;
    });
    child.once('close', resolve);
  });
  if (status !== 0) {
    const lines = complaint.trim().split('\n');
    const reason = lines.find((line) => line.includes('error:') || line.includes('FATAL:')) ?? lines.at(-1);
    throw new StartupError(
      `The database cluster could not be created: initdb reports "${reason}". Check disk space and access rights, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

async function removeOldDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    const draft = path.join(parent, name);
    const { mtimeMs } = await stat(draft);
    if (Date.now() - mtimeMs > DRAFT_LIFETIME_MS) await rm(draft, { recursive: true, force: true });
  }
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

function ignoreOccupied(error: unknown): void {
  if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
}

/** Creates the data directory for its owner only. Others may pass through it if PostgreSQL runs as another user. */
export async function ensureDataDir(dataDir: string, account: PostgresAccount): Promise<void> {
  await makeDataDir(dataDir);
  if (account.kind !== 'user') return;
  const { mode } = await stat(dataDir);
  if ((mode & PASSABLE) !== PASSABLE) await chmod(dataDir, mode | PASSABLE);
}
