import { copyFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { writePages } from './write-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist`;
const prerenderOut = `${root}node_modules/.prerender`;

await build({ root, logLevel: 'warn', build: { manifest: 'manifest.json' } });
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: 'src/app/prerender.tsx',
    outDir: prerenderOut,
    emptyOutDir: true,
    copyPublicDir: false,
    cssMinify: true,
  },
});
await writePages(out, `${prerenderOut}/prerender.js`);
await rm(prerenderOut, { recursive: true });
// Served to administrators, who check exports with it.
await copyFile(`${root}../../scripts/verify-audit-export.mjs`, `${out}/verify-audit-export.mjs`);
await compressAssets(out);
