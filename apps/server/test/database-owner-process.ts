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

export function startDatabaseOwnerProcess(options: {
  readonly dataDir: string;
  readonly uid?: number;
  readonly temporaryDir?: string;
}): DatabaseOwnerProcess {
  const { dataDir, uid, temporaryDir } = options;
  const child = spawn(process.execPath, [DRIVER, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
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
