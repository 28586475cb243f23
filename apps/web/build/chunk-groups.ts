import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const ENTRY = fileURLToPath(new URL('../src/app/main.ts', import.meta.url));

/**
 * Two chunks carry every first screen: the libraries, which change seldom, and all of our own that the start
 * imports. A page names them one after the other, so that each is evaluated in a task of its own and none
 * holds up a slow processor for long. The rest is split by where it is used.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let atStart: ReadonlySet<string> | undefined;
  return [
    {
      name: 'vendor',
      test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/|node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\/|vite\/preload-helper/,
      priority: 1,
    },
    {
      debugName: 'start',
      name: (id, context) => {
        atStart ??= withImports(ENTRY, context);
        return atStart.has(id) ? 'start' : null;
      },
    },
  ];
}

/** The ids of a module and of all that it imports statically. */
function withImports(module: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const open = [module];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!found.has(id)) {
      found.add(id);
      open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return found;
}
