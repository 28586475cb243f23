import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  choosePostgresAccount,
  giveTo,
  type PostgresAccount,
  runOnBehalfOf,
} from '../src/infra/embedded-postgres/postgres-account.ts';
import { startPostmaster } from '../src/infra/embedded-postgres/postmaster.ts';
import { LOOPBACK_CERTIFICATE } from './loopback-certificate.ts';
import { unusedPort } from './loopback-ports.ts';
import { createRecordingLog } from './recording-log.ts';

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
const PLACES = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin', '/usr/local/pgsql/bin'];

/** Folder of an installed PostgreSQL with a server and client tools; undefined if there is none. */
export const INSTALLED_POSTGRES: string | undefined = PLACES.flatMap((place) => globSync(place))
  .filter((folder) => PROGRAMS.every((program) => existsSync(path.join(folder, program))))
  .at(-1);

/** A server of the same version as the client tools on this machine. The embedded one comes without tools. */
export interface InstalledServer {
  /** A URL with the password that the server asks for. */
  readonly urlOf: (database: string, user?: string) => string;
  /** Over TCP and TLS, with the certificate of tests. */
  readonly tlsUrlOf: (database: string) => string;
  readonly password: string;
  /** Runs statements as the superuser. */
  readonly execute: (database: string, ...statements: readonly string[]) => Promise<readonly unknown[]>;
  readonly stop: () => Promise<void>;
}

export async function startInstalledPostgres(folder: string): Promise<InstalledServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'halyard-pg-'));
  const clusterDir = path.join(root, 'data');
  const account = await choosePostgresAccount(clusterDir);
  const password = randomBytes(12).toString('hex');
  const port = await unusedPort();
  await prepare({ folder, root, clusterDir, account, password });
  const postmaster = startPostmaster({
    postgres: path.join(folder, 'postgres'),
    clusterDir,
    account,
    settings: {
      listen_addresses: 'localhost',
      port: String(port),
      ssl: 'on',
      ssl_cert_file: path.join(root, 'server.crt'),
      ssl_key_file: path.join(root, 'server.key'),
      unix_socket_directories: root,
      fsync: 'off',
      log_min_messages: 'fatal',
    },
    log: createRecordingLog().log,
  });
  if (!(await postmaster.ready)) throw new Error(postmaster.lastComplaint() ?? 'the server did not start');
  const urlOf = (database: string, user = 'halyard') =>
    `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(root)}`;
  return {
    urlOf,
    tlsUrlOf: (database) =>
      `postgres://halyard:${password}@localhost:${port}/${database}?sslmode=verify-full`,
    password,
    execute: async (database, ...statements) => await execute(urlOf(database), statements),
    stop: async () => {
      await postmaster.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function prepare(parts: {
  readonly folder: string;
  readonly root: string;
  readonly clusterDir: string;
  readonly account: PostgresAccount;
  readonly password: string;
}): Promise<void> {
  const { folder, root, clusterDir, account, password } = parts;
  const passwordFile = path.join(root, 'password');
  await mkdir(clusterDir, { mode: 0o700 });
  await writeFile(passwordFile, password);
  const [certificate, key] = [path.join(root, 'server.crt'), path.join(root, 'server.key')];
  await writeFile(certificate, LOOPBACK_CERTIFICATE.cert);
  await writeFile(key, LOOPBACK_CERTIFICATE.key, { mode: 0o600 });
  for (const place of [root, clusterDir, passwordFile, certificate, key]) await giveTo(account, place);
  const { command, args, options } = runOnBehalfOf(account, [
    path.join(folder, 'initdb'),
    `--pgdata=${clusterDir}`,
    '--username=halyard',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
    '--no-sync',
  ]);
  execFileSync(command, args, { ...options, stdio: 'ignore' });
}

/** Returns the rows of the last statement. */
async function execute(connectionString: string, statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
