import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BENCH_CACHE } from './bench-cache.ts';

export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 60_000;

/** Starts a server that logs to a file, as in production. `firstCore` pins it to the first core. */
export async function startServer(
  file: URL,
  options: {
    /** Log file name, if two servers run the same file. */
    readonly name?: string;
    readonly args?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    readonly firstCore?: boolean;
  } = {},
): Promise<RunningServer> {
  const { args = [], environment = {}, firstCore = false } = options;
  mkdirSync(BENCH_CACHE, { recursive: true });
  const program = fileURLToPath(file);
  const name = options.name ?? [program, ...args].map((part) => path.basename(part, '.ts')).join('-');
  const output = path.join(BENCH_CACHE, `${name}.log`);
  const outputFile = openSync(output, 'w');
  const command = [process.execPath, program, ...args];
  const [executable = '', ...rest] = firstCore ? ['taskset', '--cpu-list', '0', ...command] : command;
  const child = spawn(executable, rest, {
    env: { PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '8', ...environment },
    stdio: ['ignore', outputFile, outputFile, 'ipc'],
  });
  let stopping = false;
  const exited = once(child, 'exit').then(([status, signal]: unknown[]) => {
    if (!stopping) console.error(`${name} exited unexpectedly (${String(signal ?? status)})`);
  });
  const stop = async () => {
    stopping = true;
    child.kill('SIGTERM');
    await exited;
  };
  for (let waited = 0; waited < READY_WITHIN_MS; waited += 20) {
    const address = /^ready on (\S+)$/m.exec(readFileSync(output, 'utf8'))?.[1];
    if (address !== undefined && child.pid !== undefined) return { address, pid: child.pid, stop };
    if (child.exitCode !== null) break;
    await sleep(20);
  }
  await stop();
  throw new Error(`${name} did not start:\n${readFileSync(output, 'utf8').slice(-2_000)}`);
}
