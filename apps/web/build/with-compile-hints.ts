import type { Plugin } from 'vite';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';

const NEEDED_AT_ONCE = new Set(['start', 'screens', 'admin', ...ADMIN_MENU.map(({ path }) => path.slice(1))]);
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Of a chunk that a screen stands on most functions are called while it is first drawn. Told so, Chromium compiles them
 * all beside the page while the file comes, not one by one on the main thread when they are called. To others it is a
 * comment.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export function withCompileHints(): Plugin {
  return {
    name: 'with-compile-hints',
    generateBundle: {
      // It holds at the top only, where Vite puts a line of its own.
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && NEEDED_AT_ONCE.has(output.name)) {
            output.code = HINT + output.code;
          }
        }
      },
    },
  };
}
