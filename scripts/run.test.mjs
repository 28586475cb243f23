import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { REPOSITORY } from './repository.mjs';

// npm, the launcher and vitest start one after the other.
it('npm run test:file runs only the named file', { timeout: 60_000 }, () => {
  const command = ['run', 'test:file', '--', 'scripts/test-totals.test.mjs'];
  const output = execFileSync('npm', command, { cwd: REPOSITORY, encoding: 'utf8' });
  expect(stripVTControlCharacters(output)).toMatch(/Test Files\s+1 passed \(1\)/);
});

it('a signal opens no debugger', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'halyard-run-'));
  const script = path.join(directory, 'signal-itself.mjs');
  await writeFile(
    script,
    `import { url } from 'node:inspector';
    process.kill(process.pid, 'SIGUSR1');
    setTimeout(() => console.log('debugger: ' + url()), 500);`,
  );
  const run = [path.join(REPOSITORY, 'scripts', 'run.mjs'), script];
  expect(execFileSync(process.execPath, run, { encoding: 'utf8' })).toBe('debugger: undefined\n');
  await rm(directory, { recursive: true });
});
