// @vitest-environment node
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressAssets } from './compress-assets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compress-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('compressAssets writes both formats next to large text files in every folder', async () => {
  const text = 'export const sail = "main";\n'.repeat(40);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'start.js'), text);
  await writeFile(join(folder, 'small.js'), 'x');
  await writeFile(join(folder, 'picture.png'), text);
  await compressAssets(folder);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'assets',
    'assets/start.js',
    'assets/start.js.br',
    'assets/start.js.gz',
    'picture.png',
    'small.js',
  ]);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/start.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(folder, 'assets/start.js.gz'))).toString()).toBe(text);
});
