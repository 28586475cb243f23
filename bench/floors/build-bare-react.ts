import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressAssets } from '../../apps/web/build/compress-assets.ts';
import { BENCH_CACHE } from '../product/bench-cache.ts';

/** Builds and compresses a bare React page with the dashboard's settings. Returns the folder. */
export async function buildBareReact(page: 'bare-react' | 'bare-react-screens'): Promise<string> {
  const folder = path.join(BENCH_CACHE, page);
  await build({
    root: fileURLToPath(new URL(page, import.meta.url)),
    configFile: false,
    // For the favicon.
    publicDir: fileURLToPath(new URL('../../apps/web/public', import.meta.url)),
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    worker: { format: 'es' },
  });
  await compressAssets(folder);
  return folder;
}
