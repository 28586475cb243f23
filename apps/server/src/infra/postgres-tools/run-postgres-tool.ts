import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates } from 'node:tls';
import type { DatabaseConnection } from '../db/database-connection.ts';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { toolEnvironment, trustsDefaultAuthorities } from './tool-environment.ts';

export type PostgresTool = 'pg_dump' | 'pg_restore';

/** PostgreSQL's client tools on this machine. */
export interface PostgresTools {
  /** Undefined searches PATH. */
  readonly folder: string | undefined;
  /** What they get from the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

interface ToolRun {
  readonly connection: DatabaseConnection;
  readonly tools: PostgresTools;
  /** Stops the tool. */
  readonly signal: AbortSignal;
}

/** @throws StartupError that names what to install, unless the tool is at least as new as the server */
export async function requirePostgresTool(
  tool: PostgresTool,
  run: ToolRun & { readonly serverMajor: number },
): Promise<void> {
  const { serverMajor } = run;
  const { folder } = run.tools;
  const remedy = `install the client tools of PostgreSQL ${serverMajor} (on Debian: postgresql-client-${serverMajor}), or set PG_BIN to the folder with them`;
  const said = await execute(tool, ['--version'], run).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EACCES') throw error;
    const place = folder === undefined ? 'in PATH' : `in PG_BIN ${folder}`;
    throw new StartupError(`There is no ${tool} ${place}: ${remedy}.`, { cause: error });
  });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(said.output)?.[1]);
  if (major >= serverMajor) return;
  throw new StartupError(
    `${tool} is of PostgreSQL ${Number.isNaN(major) ? '?' : major}, but the server is ${serverMajor}: ${remedy}.`,
  );
}

/** Runs a tool to its end. @throws StartupError with the tool's own reason if it fails */
export async function runPostgresTool(
  tool: PostgresTool,
  args: readonly string[],
  run: ToolRun,
): Promise<void> {
  const { status, errors } = trustsDefaultAuthorities(run.connection)
    ? await executeWithAuthorities(tool, ['--no-password', ...args], run)
    : await execute(tool, ['--no-password', ...args], run);
  if (status === 0) return;
  const lines = errors.trim().split('\n');
  const reason = (lines.find((line) => line.includes('error:')) ?? lines[0] ?? '')
    .replace(/^\w+: (?:error: )?/, '')
    .replace(/\.$/, '');
  throw new StartupError(`${tool} failed: ${reason || `it ended with ${status}`}.`);
}

/** PostgreSQL 15's tools reject `sslrootcert=system`, and newer ones ignore NODE_EXTRA_CA_CERTS. */
async function executeWithAuthorities(tool: PostgresTool, args: readonly string[], run: ToolRun) {
  const folder = await mkdtemp(path.join(tmpdir(), 'halyard-tools-'));
  try {
    const file = path.join(folder, 'authorities.pem');
    await writeFile(file, getCACertificates().join('\n'));
    return await execute(tool, args, run, { PGSSLROOTCERT: file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function execute(
  tool: PostgresTool,
  args: readonly string[],
  { connection, tools, signal }: ToolRun,
  settings: Readonly<Record<string, string>> = {},
) {
  const child = spawn(tools.folder === undefined ? tool : path.join(tools.folder, tool), args, {
    env: { ...toolEnvironment(connection, tools.environment), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const [[status, killedBy], output, errors] = await Promise.all([
    once(child, 'close') as Promise<[number | null, string | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status: status ?? killedBy, output, errors };
}
