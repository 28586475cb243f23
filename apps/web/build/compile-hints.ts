import type { Rolldown } from 'vite';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';

const HINT = '//# allFunctionsCalledOnLoad';

/** What a page begins with: nearly all of it runs at once. */
const OF_THE_START = new Set(['start', 'screens', 'admin', ...ADMIN_MENU.map(({ path }) => path.slice(1))]);

/**
 * Tells the browser to compile the whole of a chunk that a page begins with, beside the main thread and while it
 * comes, instead of function by function as they are called (https://v8.dev/blog/explicit-compile-hints). Browsers
 * that do not know the hint read a comment.
 */
export function compileHint(chunk: Rolldown.RenderedChunk): string {
  return OF_THE_START.has(chunk.name) ? HINT : '';
}
