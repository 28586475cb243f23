import { createRoute, lazyRouteComponent, notFound, rootRouteId } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isPublicPath } from '../domain/session/public-paths.ts';
import { parseAuditLogsSearch } from '../features/audit-logs/audit-logs-search.ts';
import { parseInvitationsSearch } from '../features/invitations/invitations-search.ts';
import { parseMerchantsSearch } from '../features/merchants/merchants-search.ts';
import { parseDashboardSearch } from '../features/overview/dashboard-search.ts';
import { parseUsersSearch } from '../features/users/users-search.ts';
import { parseWalletsSearch } from '../features/wallets/wallets-search.ts';
import { parsePlainSearch } from '../shared/list/plain-search.ts';
import { type LateScreen, lateScreen, type ReadAhead, readAhead, readScreen } from './read-ahead.ts';
import { type RouterContext, rootRoute } from './root-route.tsx';

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: ({ context, location, preload }) => {
    if (isPublicPath(location.pathname)) {
      throw notFound({ routeId: rootRouteId });
    }
    if (!preload) {
      // Not awaited: the shell stands and shows that it loads.
      void context.session.load({ reload: location.state.reloadAdministrator ?? false });
    }
  },
  component: lazyRouteComponent(() => import('./admin-layout.tsx'), 'AdminLayout'),
});

const getParentRoute = () => adminRoute;

const SCREENS = {
  '/dashboard': lateScreen(() => import('./dashboard.tsx')),
  '/users': lateScreen(() => import('./users.tsx')),
  '/merchants': lateScreen(() => import('./merchants.tsx')),
  '/wallets': lateScreen(() => import('./wallets.tsx')),
  '/invitations': lateScreen(() => import('./invitations.tsx')),
  '/audit-logs': lateScreen(() => import('./audit-logs.tsx')),
  '/account-settings': lateScreen(() => import('./account-settings.tsx')),
} as const;

/** Has a screen read before it is entered. @param address path and search */
export function readScreenAt(address: string, context: RouterContext): void {
  const { pathname, search } = new URL(address, location.origin);
  const screens: Readonly<Record<string, LateScreen>> = SCREENS;
  const screen = screens[pathname];
  if (screen) {
    void readScreen(screen, context, { pathname, search: parsePlainSearch(search) });
  }
}

/** A screen whose code and first answers are fetched side by side. */
function lazyScreen<Name extends string>(
  screen: LateScreen<Readonly<Record<Name, () => ReactNode> & { readAhead: ReadAhead }>>,
  name: Name,
) {
  return { component: lazyRouteComponent(screen.fetch, name), ...readAhead(screen) };
}

/** Every address that is not a public screen's: the screens inside the admin shell, and "Not found" there. */
export const adminRoutes = adminRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/dashboard',
    validateSearch: parseDashboardSearch,
    ...lazyScreen(SCREENS['/dashboard'], 'Dashboard'),
  }),
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: parseUsersSearch,
    ...lazyScreen(SCREENS['/users'], 'Users'),
  }),
  createRoute({
    getParentRoute,
    path: '/merchants',
    validateSearch: parseMerchantsSearch,
    ...lazyScreen(SCREENS['/merchants'], 'Merchants'),
  }),
  createRoute({
    getParentRoute,
    path: '/wallets',
    validateSearch: parseWalletsSearch,
    ...lazyScreen(SCREENS['/wallets'], 'Wallets'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitations',
    validateSearch: parseInvitationsSearch,
    ...lazyScreen(SCREENS['/invitations'], 'Invitations'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-logs',
    validateSearch: parseAuditLogsSearch,
    ...lazyScreen(SCREENS['/audit-logs'], 'AuditLogs'),
  }),
  createRoute({
    getParentRoute,
    path: '/account-settings',
    ...lazyScreen(SCREENS['/account-settings'], 'AccountSettings'),
  }),
  createRoute({
    getParentRoute,
    path: '$',
    component: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  }),
]);
