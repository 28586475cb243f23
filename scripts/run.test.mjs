import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { REPOSITORY } from './repository.mjs';

// npm, the launcher and vitest start one after the other.
it('npm run test:file runs only the named file', { timeout: 60_000 }, () => {
  const command = ['run', 'test:file', '--', 'scripts/test-totals.test.mjs'];
  const output = execFileSync('npm', command, { cwd: REPOSITORY, encoding: 'utf8' });
  expect(stripVTControlCharacters(output)).toMatch(/Test Files\s+1 passed \(1\)/);
});
