import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { REPOSITORY } from './repository.mjs';

/** @type {string} */
let clone;
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'halyard-read-only-'));
});
afterEach(async () => {
  await chmod(clone, 0o755);
  await rm(clone, { recursive: true });
});

it('withSetupLock tells a user without write access in one line who has to build', async () => {
  const scripts = path.join(clone, 'scripts');
  for (const file of ['setup-lock.mjs', 'repository.mjs']) {
    await cp(path.join(REPOSITORY, 'scripts', file), path.join(scripts, file));
  }
  await chmod(clone, 0o555);
  const module = pathToFileURL(path.join(scripts, 'setup-lock.mjs')).href;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program(module)], {
    encoding: 'utf8',
    cwd: '/',
  });
  expect(output).toMatch(
    /^packages or dashboard in \S+ are [^\n]+ Run "npm run build" as the owner [^\n]+\n$/,
  );
});

/** Runs as nobody if root runs the tests, because root may write everywhere. */
function program(/** @type {string} */ module) {
  return `
    const { withSetupLock } = await import(${JSON.stringify(module)});
    if (process.getuid?.() === 0) process.seteuid(65_534);
    await withSetupLock(async () => undefined).catch(({ message }) => console.log(message));`;
}
