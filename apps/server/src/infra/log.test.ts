import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const DRIVER = fileURLToPath(new URL('../../test/drivers/log-driver.ts', import.meta.url));

let child: ChildProcess;

afterEach(() => child.kill('SIGKILL'));

function startLogging() {
  const started = spawn(process.execPath, [DRIVER], { stdio: 'pipe' });
  child = started;
  return started;
}

function countOf(name: string, metrics: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
}

it('createLog buffers 4 MiB while standard output is blocked, then drops and counts lines', async () => {
  const { stdin, stdout, stderr } = startLogging();
  stdin.end();
  const said = await text(stderr);
  const dropped = countOf('halyard_log_lines_dropped_total', said);
  expect(dropped).toBeGreaterThan(0);
  // Lines that were not dropped arrive once it is read again.
  const lines = (await text(stdout)).trimEnd().split('\n');
  expect(lines).toHaveLength(countOf('written', said) - dropped);
  expect(Buffer.byteLength(lines.join('\n'))).toBeGreaterThan(4_000_000);
});

it('createLog counts dropped lines after the reader has gone', async () => {
  const { stdin, stdout, stderr } = startLogging();
  stdout.destroy();
  await once(stdout, 'close');
  stdin.end();
  expect(countOf('halyard_log_lines_dropped_total', await text(stderr))).toBeGreaterThan(0);
});
