import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SocketConnection } from '../src/infra/db/database-connection.ts';

const DRIVER = fileURLToPath(new URL('drivers/embedded-postgres-driver.ts', import.meta.url));

export interface DatabaseOwnerProcess {
  readonly child: ChildProcess;
  /** Resolves once the database runs; rejects with the process's output if it ends first. */
  readonly running: Promise<SocketConnection>;
  readonly exited: Promise<{ readonly status: number | null; readonly said: string }>;
}

export interface DatabaseOwnerOptions {
  readonly dataDir: string;
  readonly temporaryDir?: string;
  /** Runs as another user, from a copy that this user can access. */
  readonly user?: { readonly uid: number; readonly node: string; readonly driver: string };
}

export function startDatabaseOwnerProcess(options: DatabaseOwnerOptions): DatabaseOwnerProcess {
  const { dataDir, temporaryDir, user } = options;
  const { node, driver } = user ?? { node: process.execPath, driver: DRIVER };
  const child = spawn(node, [driver, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user && { uid: user.uid, gid: user.uid, cwd: '/' }),
    env: { ...process.env, ...(temporaryDir !== undefined && { TMPDIR: temporaryDir }) },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const exited = once(child, 'close').then(([status]) => ({ status: status as number | null, said }));
  const running = new Promise<SocketConnection>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (printed.endsWith('\n')) resolve(JSON.parse(printed).connection);
    });
    void exited.then(({ status }) => reject(new Error(`ended with ${status}: ${said}`)));
  });
  running.catch(() => undefined);
  return { child, running, exited };
}
