import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPOSITORY } from './repository.mjs';

const NOT_CLONED = new Set(['.git', '.runtime', '.cache', 'node_modules', 'dist', 'data', 'coverage']);
const WITH_PACKAGES = ['.', 'apps/server', 'apps/web'];

/** @type {string} */
let directory;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'halyard-start-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
});

/** Copies the repository and links the installed packages, so that only the build and the start run in the copy. */
async function cloneTo(/** @type {string} */ clone) {
  await cp(REPOSITORY, clone, {
    recursive: true,
    filter: (file) => !NOT_CLONED.has(path.basename(file)),
  });
  for (const workspace of WITH_PACKAGES) {
    const packages = path.join(REPOSITORY, workspace, 'node_modules');
    if (!existsSync(packages)) continue;
    const linked = path.join(clone, workspace, 'node_modules');
    await mkdir(linked);
    for (const name of await readdir(packages)) {
      // Vite writes into its own folder.
      if (name !== '.vite-temp') await symlink(path.join(packages, name), path.join(linked, name));
    }
  }
}

it('npm start works in a directory with spaces and letters beyond ASCII', { timeout: 300_000 }, async () => {
  const clone = path.join(directory, 'dir with space ü (1)');
  await cloneTo(clone);
  const npm = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH: process.env['PATH'], HOME: directory, PORT: '0', SAMPLE_DATA: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = new Promise((resolve, reject) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const ready = /^ready on (\S+)$/m.exec(output);
        if (ready) resolve(ready[1]);
      });
    }
    npm.once('close', () => reject(new Error(output)));
  });
  try {
    const page = await fetch(`${await address}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Admin Sign In')]);
    expect(await readdir(path.join(clone, 'data'))).toContain('postgres');
  } finally {
    npm.kill('SIGTERM');
    if (npm.exitCode === null) await once(npm, 'close');
  }
});
