import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, isOfEveryPage } from './build/chunk-groups.ts';
import { compileHints } from './build/compile-hints.ts';
import { withoutInjectedStyles } from './build/without-injected-styles.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), withoutInjectedStyles(), compileHints()],
  // In modules, so that a thread loads what it seldom needs only then.
  worker: { format: 'es' },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // A link for what a page begins with would have its styles looked at again, for nothing.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !isOfEveryPage(file)) : files,
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
});
