import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { NavigationFlags } from '../domain/session/navigation-flags.ts';
import type { RouterContext } from '../routes/root-route.tsx';
import { RouteError } from '../routes/route-error.tsx';
import { routeTree } from '../routes/route-tree.ts';
import { parsePlainSearch, stringifyPlainSearch } from '../shared/list/plain-search.ts';

export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history && { history }),
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState extends NavigationFlags {}
}
