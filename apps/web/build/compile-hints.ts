import type { Plugin } from 'vite';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';

const HINT = '//# allFunctionsCalledOnLoad';

/** The initial chunks of a page. Nearly all of their code runs at once. */
const OF_THE_START = new Set(['start', 'screens', 'admin', ...ADMIN_MENU.map(({ path }) => path.slice(1))]);

/**
 * Tells the browser to compile the whole of a chunk that a page begins with, beside the main thread and while it
 * comes, instead of function by function as they are called (https://v8.dev/blog/explicit-compile-hints). Browsers
 * that do not know the hint read a comment. It counts in a file's first line only, so it is written last, when Vite
 * has put the list of what a chunk imports late before it.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    applyToEnvironment: ({ name }) => name === 'client',
    augmentChunkHash: ({ name }) => (OF_THE_START.has(name) ? HINT : ''),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && OF_THE_START.has(output.name)) {
            output.code = `${HINT}\n${output.code}`;
          }
        }
      },
    },
  };
}
