import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PROCESS_ENVIRONMENT } from './process-environment.ts';

/** The program behind `npm run admin`. */
export const ADMIN = fileURLToPath(new URL('../src/admin.ts', import.meta.url));

/** Starts a command of `npm run admin` in its own process, with only these settings. */
export function beginAdminProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): ChildProcessByStdio<Writable, Readable, Readable> {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    env: { ...PROCESS_ENVIRONMENT, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  return child;
}

export async function runAdminProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  input?: string,
): Promise<{ readonly status: number | null; readonly output: string; readonly errors: string }> {
  const child = beginAdminProcess(environment, args, input);
  const [[status], output, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status: status as number | null, output, errors };
}
