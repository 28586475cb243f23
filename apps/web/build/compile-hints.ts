import type { Plugin } from 'vite';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';

const HINT = '//# allFunctionsCalledOnLoad';

/** Chunks that run almost completely at startup. */
const INITIAL_CHUNKS = new Set([
  'start',
  'shared',
  'screens',
  ...ADMIN_MENU.map(({ path }) => path.slice(1)),
]);

/**
 * Compiles the initial chunks as a whole, off the main thread (https://v8.dev/blog/explicit-compile-hints). The hint
 * must be the first line, so it is added after Vite's own changes.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    applyToEnvironment: ({ name }) => name === 'client',
    augmentChunkHash: ({ name }) => (INITIAL_CHUNKS.has(name) ? HINT : ''),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && INITIAL_CHUNKS.has(output.name)) {
            output.code = `${HINT}\n${output.code}`;
          }
        }
      },
    },
  };
}
