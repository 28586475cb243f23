import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describeMachine } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { printBars, printTable, round } from './measure/report.ts';

/** `npm run bench:start`: time of a repeated `npm start` until it is ready, compared with an empty Node process. */

const ROUNDS = 7;
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

console.log(describeMachine());
const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-bench-start-'));
try {
  await startAndStop(dataDir);
  const nodeMs: number[] = [];
  const readyMs: number[] = [];
  for (let done = 0; done < ROUNDS; done++) {
    const startedAt = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    nodeMs.push(performance.now() - startedAt);
    readyMs.push(await startAndStop(dataDir));
  }
  printTable(`Later start, median of ${ROUNDS} rounds`, [
    {
      start: 'floor: node -e 0',
      'ready after ms': round(median(nodeMs)),
      'longest ms': round(Math.max(...nodeMs)),
    },
    {
      start: 'npm start',
      'ready after ms': round(median(readyMs)),
      'longest ms': round(Math.max(...readyMs)),
    },
  ]);
  printBars([{ what: 'later start', value: median(readyMs) / 1_000, limit: { atMost: 3 }, unit: ' s' }]);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns the milliseconds from `npm start` to its line `ready on ...`. */
async function startAndStop(directory: string): Promise<number> {
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: directory, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(npm, 'exit');
  let errors = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  if (!(await saysReady(npm.stdout))) throw new Error(`npm start ended before it was ready:\n${errors}`);
  const readyMs = performance.now() - startedAt;
  npm.kill('SIGTERM');
  await exited;
  return readyMs;
}

async function saysReady(output: Readable): Promise<boolean> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('ready on ')) return true;
  return false;
}
