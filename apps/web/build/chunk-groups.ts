import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const START = fileURLToPath(new URL('../src/app/start.tsx', import.meta.url));

/**
 * Three chunks carry every first screen: React, the router, and all of our own that the start imports. The
 * rest is split by where it is used.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let start: ReadonlySet<string> | undefined;
  return [
    // The entry needs it at once, and must not wait for the rest.
    { name: 'preload', test: /vite\/preload-helper/, priority: 3 },
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler)\//,
      priority: 2,
    },
    {
      name: 'router',
      test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
      priority: 1,
    },
    {
      debugName: 'start',
      name: (id, context) => {
        start ??= withImports(START, context);
        return start.has(id) ? 'start' : null;
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
