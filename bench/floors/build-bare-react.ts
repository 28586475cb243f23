import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressAssets } from '../../apps/web/build/compress-assets.ts';
import { BENCH_CACHE } from '../product/bench-cache.ts';

/** Builds the bare React page like the dashboard, compressed ahead. Returns the folder. */
export async function buildBareReact(): Promise<string> {
  const folder = path.join(BENCH_CACHE, 'bare-react');
  await build({
    root: fileURLToPath(new URL('bare-react', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  await compressAssets(folder);
  return folder;
}
