import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CODE = `
  import { main } from ${JSON.stringify(new URL('./bootstrap.mjs', import.meta.url).href)};
  await main(async () => {
    for (let line = 0; line < 3; line += 1) {
      process.stdout.write('line\\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return 7;
  });`;

it('a script reports in one line that its output cannot be written', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CODE], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  if (child.stderr === null) throw new Error('expected a pipe');
  const [[status], errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect(status).toBe(1);
  expect(errors).toMatch(/^halyard: cannot write to standard output: ENOSPC[^\n]+\n$/);
});

it('a script keeps its exit status when the reader of its output has gone', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CODE], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [[status], errors] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect([status, errors]).toEqual([7, '']);
});
