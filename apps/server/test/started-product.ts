import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PROCESS_ENVIRONMENT } from './process-environment.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The product in its own process, as `npm start` runs it. */
export interface ProductProcess {
  readonly child: ChildProcess;
  /** Resolves with the address of the `ready` line; rejects with all output if the process ends first. */
  readonly ready: Promise<string>;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves with the exit status, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts a program on a free port with only these settings. @param output file descriptor in place of a pipe */
export function startProductProcess(
  environment: Readonly<Record<string, string>>,
  { output = 'pipe', program = MAIN }: { readonly output?: 'pipe' | number; readonly program?: string } = {},
): ProductProcess {
  const child = spawn(process.execPath, [program], {
    env: { ...PROCESS_ENVIRONMENT, PORT: '0', ...environment },
    stdio: ['ignore', output, 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk;
      const address = /^ready on (\S+)$/m.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then((status) => reject(new Error(`ended with ${status}\n${stdout}\n${stderr}`)));
  });
  ready.catch(() => undefined);
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  return { child, ready, output: () => ({ stdout, stderr }), ended };
}
