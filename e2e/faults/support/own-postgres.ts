import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  choosePostgresAccount,
  giveTo,
  type PostgresAccount,
  runOnBehalfOf,
} from '../../../apps/server/src/infra/embedded-postgres/postgres-account.ts';
import { preparePostgresBinaries } from '../../../apps/server/src/infra/embedded-postgres/postgres-binaries.ts';
import {
  type PostgresSettings,
  type Postmaster,
  startPostmaster,
} from '../../../apps/server/src/infra/embedded-postgres/postmaster.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { INSTALLED_POSTGRES } from '../../../apps/server/test/installed-postgres.ts';
import { freePort } from '../../attacks/support/free-port.ts';

export const SUPERUSER = 'halyard';

/** A PostgreSQL server of its own, with durable writes unless the settings say otherwise. */
export interface OwnPostgres {
  readonly version: string;
  readonly port: number;
  /** @param port of a proxy in front of the server */
  readonly urlOf: (user: string, port?: number) => string;
  readonly start: () => Promise<void>;
  /** A fast shutdown. */
  readonly stop: () => Promise<void>;
  /** Kills the postmaster and all its children with SIGKILL, and waits until they are gone. */
  readonly kill: () => Promise<void>;
  readonly pid: () => number;
}

/** Starts the server that this machine has installed, else the one that the product brings. */
export async function startOwnPostgres(
  directory: string,
  settings: PostgresSettings = {},
): Promise<OwnPostgres> {
  const log = createLog('fatal');
  const clusterDir = path.join(directory, 'postgres');
  const account = await choosePostgresAccount(clusterDir);
  await mkdir(clusterDir, { recursive: true, mode: 0o700 });
  for (const place of [directory, clusterDir]) await giveTo(account, place);
  const programs =
    INSTALLED_POSTGRES === undefined
      ? await preparePostgresBinaries({ dataDir: directory, account, log })
      : {
          initdb: path.join(INSTALLED_POSTGRES, 'initdb'),
          postgres: path.join(INSTALLED_POSTGRES, 'postgres'),
        };
  run(account, [
    programs.initdb,
    `--pgdata=${clusterDir}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--lc-ctype=C.UTF-8',
    '--data-checksums',
  ]);
  const port = await freePort();
  let postmaster: Postmaster | undefined;
  const start = async () => {
    const started = startPostmaster({
      postgres: programs.postgres,
      clusterDir,
      account,
      settings: {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: directory,
        max_connections: '120',
        log_min_messages: 'fatal',
        ...settings,
      },
      log,
    });
    if (!(await started.ready)) throw new Error(started.lastComplaint() ?? 'the database did not start');
    postmaster = started;
  };
  await start();
  const pid = () => {
    if (postmaster?.pid === undefined) throw new Error('the database does not run');
    return postmaster.pid;
  };
  return {
    version: run(account, [programs.postgres, '--version']).trim(),
    port,
    urlOf: (user, at = port) => `postgres://${user}@127.0.0.1:${at}/postgres`,
    start,
    stop: async () => await postmaster?.stop(),
    kill: async () => {
      const parent = pid();
      const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number);
      for (const each of [parent, ...children]) kill(each);
      await postmaster?.ended;
      while (children.some(isRunning)) await pause(5);
    },
    pid,
  };
}

/** A child may have ended by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

/** A killed process without a parent may stay as a zombie until another process reaps it. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function run(account: PostgresAccount, program: readonly string[]): string {
  const { command, args, options } = runOnBehalfOf(account, program);
  return execFileSync(command, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
