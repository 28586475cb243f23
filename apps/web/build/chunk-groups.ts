import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const inSources = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const MAIN = inSources('app/main.ts');
const SCREENS = inSources('app/screens.tsx');
const PUBLIC_ROUTES = inSources('routes/public-routes.tsx');
const ADMIN_LAYOUT = inSources('routes/admin-layout.tsx');
const ADMIN_ROUTES = inSources('routes/admin-routes.tsx');
const FEATURES = inSources('features/');

const REACT = /rolldown\/runtime|vite\/preload-helper|node_modules\/(react|react-dom|scheduler)\//;
/** But for the history, which the sign-in screen needs by itself. */
const ROUTER = /node_modules\/@tanstack\/(react-router|router-core|react-store|store)\//;

const PANELS = 'panels';
/** In the order in which they are needed; null stands for the chunks of single screens. */
const CHUNKS = ['start', 'screens', 'credentials', 'admin', null, PANELS];

/**
 * Few chunks, by when they are needed: React with all of our own that the sign-in screen stands on; the router with
 * what every other screen is made of; what public screens have in common with each other and with seldom parts of the
 * admin area; the admin area's frame with what several of its screens are made of; each screen with what it shares with
 * what opens on it; what several things that open have in common. The rest is split by where it is used. A group takes
 * what its modules import along, so the first needed takes first.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let plan: ReadonlyMap<string, string> | undefined;
  const planned = (id: string, context: Rolldown.ChunkingContext) => {
    plan ??= planChunks(context);
    return plan.get(id) ?? (REACT.test(id) ? 'start' : null);
  };
  const groups = CHUNKS.map((group, position) => ({
    debugName: group ?? 'single screens',
    name: (id: string, context: Rolldown.ChunkingContext) => {
      const chunk = planned(id, context);
      return (group === null ? !CHUNKS.includes(chunk) : chunk === group) ? chunk : null;
    },
    priority: CHUNKS.length - position,
  }));
  // By itself: the admin area has all of these styles in its own sheet.
  return [...groups, { name: 'code-form', test: /code-form\.css$/, priority: CHUNKS.length + 1 }];
}

/** The chunk of every module that is not to be split by where it is used. */
function planChunks(context: Rolldown.ChunkingContext): Map<string, string> {
  const start = withImports([MAIN], context);
  const screens = withImports([SCREENS], context);
  const frame = withImports([ADMIN_LAYOUT], context);
  const publicCounts = countImports(lateImports([PUBLIC_ROUTES], context), context);
  const adminScreens = lateImports([ADMIN_ROUTES], context);
  const screenCounts = countImports(adminScreens, context);
  const partCounts = countImports(adminParts(frame, context), context);
  const isOfManyScreens = (id: string) => frame.has(id) || (screenCounts.get(id) ?? 0) > 1;

  const plan = new Map<string, string>();
  const put = (chunk: string, ids: Iterable<string>) => {
    for (const id of ids) {
      if (!plan.has(id)) plan.set(id, chunk === 'start' && ROUTER.test(id) ? 'screens' : chunk);
    }
  };
  put('start', start);
  put('screens', screens);
  put('screens', [...publicCounts.keys()].filter(isOfManyScreens));
  const ofCredentials = [...publicCounts].filter(([id, count]) => count > 1 || partCounts.has(id));
  put(
    'credentials',
    ofCredentials.map(([id]) => id),
  );
  put('admin', frame);
  const ofManyParts = [...partCounts].filter(([, count]) => count > 1).map(([id]) => id);
  const isOfOneScreen = (id: string) => screenCounts.get(id) === 1 && id.startsWith(FEATURES);
  put(
    'admin',
    ofManyParts.filter((id) => screenCounts.has(id) && !isOfOneScreen(id)),
  );
  for (const screen of adminScreens) {
    const own = withImports([screen], context);
    put(parse(screen).name, [screen, ...ofManyParts.filter((id) => own.has(id))]);
  }
  put(PANELS, ofManyParts);
  return plan;
}

/** Whether a file holds what every page has loaded before it fetches anything late. */
export function isOfEveryPage(file: string): boolean {
  return /(^|\/)(rolldown-runtime|start)-[^/]+\.js$/.test(file);
}

/** How many of some modules import another, themselves or by way of others. */
function countImports(modules: Iterable<string>, context: Rolldown.ChunkingContext): Map<string, number> {
  const counts = new Map<string, number>();
  for (const module of modules) {
    for (const id of withImports([module], context)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The admin screens, and all that they and their frame import late in turn. */
function adminParts(frame: ReadonlySet<string>, context: Rolldown.ChunkingContext): Set<string> {
  const routes = context.getModuleInfo(ADMIN_ROUTES)?.dynamicallyImportedIds ?? [];
  const parts = new Set([...routes, ...lateImports(frame, context)]);
  for (const part of parts) {
    for (const id of lateImports(withImports([part], context), context)) parts.add(id);
  }
  return parts;
}

/** The ids that modules import dynamically. */
function lateImports(modules: Iterable<string>, context: Rolldown.ChunkingContext): string[] {
  return [...modules].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

/** The ids of modules and of all that they import statically. */
function withImports(modules: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(modules);
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
